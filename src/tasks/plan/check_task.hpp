// Proves that a routing reaches every pair of hosts and cannot deadlock. The job of `ebb check`.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "tasks/plan/check_network.hpp"

namespace ebb::inline tasks {

struct CheckOptions {
  std::string file;   ///< TOML with [topology] and [routing]: a run or a sweep
  Settings settings;  ///< "section.key=value", which override the file
};

/// A run file is proved as it is. Of a sweep, all points are checked, and each combination of network and
/// routing is proved once.
Result<CheckResult> check_file(const CheckOptions& options);

}  // namespace ebb::inline tasks
