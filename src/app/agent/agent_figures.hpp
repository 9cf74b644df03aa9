// What an agent has done so far, in the words of a run: time in state of all its channels by kind of cable,
// read under the same power tables. The energy is a model's; nobody has measured it.
#pragma once

#include <string>

#include "app/agent/agent_session.hpp"
#include "fabric/agent/agent.hpp"
#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline app {

RunResult agent_result(const Agent& agent, const AgentSession& session);

/// Cables by phase, channels by rate, energy: what is printed at the end.
std::string agent_summary(const Agent& agent, const AgentSession& session);

/// What all of its channels draw now and would draw at full rate, under one table; nothing where the table
/// does not say.
struct AgentPower {
  std::string table;
  std::optional<Watts> now, full;
  std::optional<double> of_full = {};  ///< the same as a share, which a table of ratios knows too
  std::string no_watts = {};           ///< why there are none, and what to do
};
AgentPower agent_power(const Agent& agent, const AgentSession& session);

}  // namespace ebb::inline app
