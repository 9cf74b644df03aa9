// The energy of an agent's switches since its start, by switch and power domain, beside that of the same
// switches with all on. A model: power tables times the time in state, sampled about once a second.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/agent.hpp"
#include "report/document/table.hpp"
#include "results/power_ramp.hpp"
#include "tasks/agent/agent_figures.hpp"
#include "tasks/agent/agent_session.hpp"

namespace ebb::inline tasks {

struct DomainEnergy {
  std::string kind;
  Watts now, full;         ///< at the last sample
  Joules used, used_full;  ///< since the start
};

class AgentEnergy {
 public:
  /// Samples the agent once a second. Returns whether it did.
  bool add(const Agent& agent, const AgentSession& session);

  /// False where no power table states the watts of these switches.
  bool known() const { return !by_switch_.empty() && !by_switch_.front().empty(); }
  /// By switch and domain.
  const std::vector<std::vector<DomainEnergy>>& by_switch() const { return by_switch_; }
  /// Of all switches together.
  std::vector<DomainEnergy> by_domain() const;
  Picoseconds time() const { return at_; }

  /// Of the last ten minutes, in samples of about a second.
  PowerRamp ramp() const;

 private:
  Picoseconds at_{};
  bool begun_ = false;
  std::vector<std::vector<DomainEnergy>> by_switch_;
  std::deque<double> watts_;
};

/// What would be paid for energy.
struct EnergyPrice {
  double usd_per_kwh = 0.07, pue = 1.6;
};

/// A row for each domain and their sum: energy used, with all on, saved, and the money saved by it and in a
/// year like this time.
Table energy_by_domain(const AgentEnergy& energy, const EnergyPrice& price, bool dry_run);

}  // namespace ebb::inline tasks
