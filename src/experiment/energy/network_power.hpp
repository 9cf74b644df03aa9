// The power of a run's whole network, from the same devices and by the same formulas as its plan.
#pragma once

#include <memory>
#include <optional>

#include "experiment/read/configuration.hpp"
#include "planner/plan_input.hpp"
#include "power/control/rate_levels.hpp"
#include "results/network_power.hpp"
#include "results/run_outcome.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {

/// Reads [plan] with the devices that it names. Adds misfits to the file's problems. Null where the file has
/// no [plan].
std::shared_ptr<const PlanInput> read_plan_of_run(Configuration& file, const Topology* topology,
                                                  const Cables& cables);

/// Empty when no time was measured.
std::optional<NetworkPower> network_power(const PlanInput& plan, const RateLevels& states,
                                          const RunResult& result);

}  // namespace ebb::inline experiment
