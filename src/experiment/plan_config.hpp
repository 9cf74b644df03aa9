// Reads a plan file: the network, its cables, its devices and what electricity costs.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "planner/plan.hpp"

namespace ebb::inline experiment {

/// Everything a plan needs, checked to fit together.
Result<PlanInput> read_plan(const std::string& path, const std::vector<std::string>& settings = {});

}  // namespace ebb::inline experiment
