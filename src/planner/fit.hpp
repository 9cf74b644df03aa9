// The two halves of check_fit. What passes only check_links can be planned, but its power is not known.
#pragma once

#include "base/problem.hpp"
#include "planner/plan_input.hpp"

namespace ebb::inline planner {

/// Devices that do not say what they draw.
Problems check_power(const PlanInput& input);

/// Everything else that does not fit: ports, rates, media. With it make_plan and network_power have all the
/// rows they need.
Problems check_links(const PlanInput& input);

}  // namespace ebb::inline planner
