// Which numbers of a device's file are in play, each with its source: no result without its evidence.
#pragma once

#include <vector>

#include "planner/plan_input.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline planner {

/// Every number that the device's file states.
std::vector<PlanNumber> stated_numbers(const Device& device);

/// Those that a plan of this input rests on.
std::vector<PlanNumber> numbers_used(const PlanInput& input);

}  // namespace ebb::inline planner
