// The numbers of a device's file that a result uses, each with its source.
#pragma once

#include <vector>

#include "planner/plan_input.hpp"
#include "power/device/device.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline planner {

/// Returns every number that the device's file states.
std::vector<PlanNumber> stated_numbers(const Device& device);

/// Returns those that a plan of this input uses.
std::vector<PlanNumber> numbers_used(const PlanInput& input);

}  // namespace ebb::inline planner
