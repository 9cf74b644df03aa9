// The figures of an agent so far, as for a run: time in state of all its channels by kind of cable, with the
// same power tables. The energy is modelled, not measured.
#pragma once

#include <string>

#include "base/units.hpp"
#include "fabric/agent/agent.hpp"
#include "results/run_outcome.hpp"
#include "tasks/agent/agent_outcome.hpp"
#include "tasks/agent/agent_session.hpp"

namespace ebb::inline tasks {

RunResult agent_result(const Agent& agent, const AgentSession& session);

/// All phases, also those without cables.
std::vector<CablesInPhase> cables_by_phase(const Agent& agent);

/// The power of all of its channels now and at full rate, under one table; nothing where the table does not
/// state it.
struct AgentPower {
  std::string table;
  std::optional<Watts> now, full;
  std::optional<double> of_full = {};  ///< relative to full rate, which a table of ratios has too
  std::string no_watts = {};           ///< why there are no watts, and the remedy
};
AgentPower agent_power(const Agent& agent, const AgentSession& session);

}  // namespace ebb::inline tasks
