// The purchase price of a planned network: switches, adapters, and transceivers at both ends of the cables.
#pragma once

#include "planner/plan_input.hpp"
#include "results/capex.hpp"

namespace ebb::inline planner {

/// Omits parts of which the plan has none, and devices without a name. Cables have no price.
Capex capex_of(const PlanInput& input);

}  // namespace ebb::inline planner
