// Which numbers of a device's file are in play, each with its source: no result without its evidence.
#pragma once

#include <vector>

#include "network/plan_result.hpp"
#include "planner/plan.hpp"

namespace ebb {

/// Every number that the device's file states.
std::vector<PlanNumber> stated_numbers(const Device& device);

/// Those that a plan of this input rests on.
std::vector<PlanNumber> numbers_used(const PlanInput& input);

}  // namespace ebb
