// What can be said against the arguments of an agent before anything is read, asked or made.
#pragma once

#include "app/agent/agent_arguments.hpp"
#include "base/problem.hpp"

namespace ebb::inline app {

/// Options that contradict each other, and files that cannot be made.
Problems check_agent_arguments(const AgentArguments& arguments);

}  // namespace ebb::inline app
