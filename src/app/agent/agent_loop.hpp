// The agent's main loop: it steps by the clock until it is stopped, and then switches everything on.
#pragma once

#include "app/agent/agent_arguments.hpp"

namespace ebb::inline app {

int run_agent(const AgentArguments& arguments);

}  // namespace ebb::inline app
