// `ebb check` on a sweep file.
#pragma once

#include <string>
#include <vector>

#include "tasks/plan/check_network.hpp"

namespace ebb::inline tasks {

/// Checks all points as `ebb sweep --check` does, and proves each combination of network and routing among
/// them once.
Result<CheckResult> check_sweep(const std::string& path, const std::vector<std::string>& settings);

}  // namespace ebb::inline tasks
