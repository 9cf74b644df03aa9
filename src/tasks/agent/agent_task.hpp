// A power policy that drives the ports of real switches (`ebb agent`), as one function. It reads the files,
// finds the switches of the inventory, and runs the agent (fabric/agent/agent.hpp) until its time is over or
// the caller stops it. Then it brings everything on.
#pragma once

#include "tasks/agent/agent_options.hpp"
#include "tasks/agent/agent_outcome.hpp"

namespace ebb::inline tasks {

/// Runs an agent. It blocks until the agent ends.
AgentOutcome run_agent(const AgentOptions& options, const AgentHooks& hooks = {});

}  // namespace ebb::inline tasks
