// The two halves of check_fit. What passes only check_links can be planned, but its power is unknown.
#pragma once

#include "base/problem.hpp"
#include "planner/plan_input.hpp"

namespace ebb::inline planner {

/// Reports devices that do not state their power.
Problems check_power(const PlanInput& input);

/// Reports everything else that does not fit: ports, rates, media. After it make_plan and network_power have
/// all the rows they need.
Problems check_links(const PlanInput& input);

}  // namespace ebb::inline planner
