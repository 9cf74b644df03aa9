// The power of a run's whole network, from the same devices and by the same formulas as its plan.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "experiment/read/configuration.hpp"
#include "planner/plan_input.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/domain_power.hpp"
#include "results/network_power.hpp"
#include "results/run_outcome.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Reads [plan] with the devices that it names. Adds misfits to the file's problems. Null where the file has
/// no [plan].
std::shared_ptr<const PlanInput> read_plan_of_run(Configuration& file, const Topology* topology,
                                                  const Cables& cables);

/// Returns the power domains of the plan's switch and of the transceivers that it names, as they sleep where
/// ports need this time to wake; `switches_sleep`: a policy puts whole switches to sleep.
std::vector<DomainPower> domains_of(const PlanInput& plan, Picoseconds time_to_wake, bool switches_sleep);

/// Empty when no time was measured. `domains` are those of the plan.
std::optional<NetworkPower> network_power(const PlanInput& plan, const RateLevels& states,
                                          const std::vector<DomainPower>& domains, const RunResult& result);

}  // namespace ebb::inline experiment
