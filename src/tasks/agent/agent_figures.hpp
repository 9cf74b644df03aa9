// The figures of an agent so far, as for a run: time in state of all its channels by kind of cable, with the
// same power tables. The energy is modelled, not measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// A driven port since the start. Energy by the same model, from the exact time in each state; absent where
/// the table does not state it.
struct AgentPort {
  PortId port = 0;
  BitsPerSecond rate;  ///< chosen now; 0: off
  std::uint64_t sent_bytes = 0;
  std::optional<Joules> used, used_full;
};
std::vector<AgentPort> agent_ports(const Agent& agent, const AgentSession& session);

/// The power of switches `begin` to `end - 1` now and with all on, by kind of power domain; a model, as
/// above. Transceivers without a module are part of their ports. Empty where the table does not state it.
struct AgentDomain {
  std::string kind;  ///< "port", "module", "engine", "card", "base"
  Watts now, full;
};
std::vector<AgentDomain> agent_domains(const Agent& agent, const AgentSession& session, SwitchId begin,
                                       SwitchId end);

}  // namespace ebb::inline tasks
