// What a planned network costs to buy: switches, adapters, and transceivers at both ends of the cables.
#pragma once

#include "planner/plan_input.hpp"
#include "results/capex.hpp"

namespace ebb::inline planner {

/// Parts of which the plan has none are left out, and so are devices without a name. Cables themselves have
/// no price.
Capex capex_of(const PlanInput& input);

}  // namespace ebb::inline planner
