// What `ebb agent` prints at its end.
#pragma once

#include <string>

#include "tasks/agent/agent_outcome.hpp"

namespace ebb::inline app {

/// Cables by phase, channels by rate, and energy.
std::string agent_summary(const AgentOutcome& outcome);

}  // namespace ebb::inline app
