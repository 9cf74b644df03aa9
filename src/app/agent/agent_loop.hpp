// An agent at work: it steps by the clock until it is told to stop, and then leaves everything on.
#pragma once

#include "app/agent/agent_arguments.hpp"

namespace ebb::inline app {

int run_agent(const AgentArguments& arguments);

}  // namespace ebb::inline app
