// What an agent did, as tables and as the text that `ebb agent` prints at its end.
#pragma once

#include <string>

#include "report/document/table.hpp"
#include "tasks/agent/agent_outcome.hpp"

namespace ebb::inline tasks {

/// The share of the time that all channels spent at each rate.
Table agent_rates(const AgentOutcome& outcome);
/// Joules of the ports under each power table: a model, from time in state.
Table agent_energy(const AgentOutcome& outcome);
/// Cables by phase, channels by rate, and energy.
std::string agent_summary(const AgentOutcome& outcome);

}  // namespace ebb::inline tasks
