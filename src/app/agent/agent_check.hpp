// Checks the arguments of an agent before it reads a file, contacts a switch or creates anything.
#pragma once

#include "app/agent/agent_arguments.hpp"
#include "base/problem.hpp"

namespace ebb::inline app {

/// Options that contradict each other, and files that cannot be created.
Problems check_agent_arguments(const AgentArguments& arguments);

}  // namespace ebb::inline app
