// Plans networks: their parts, power, cost and forwarding rules. The job of `ebb plan FILE` and of
// `ebb plan compare FILE FILE…`.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "results/capex.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline tasks {

struct PlanOptions {
  std::vector<std::string> files;  ///< plan files (TOML)
  Settings settings;               ///< "section.key=value", which override every file
};

/// A plan, and the purchase price of its parts.
struct PlannedNetwork {
  PlanResult plan;
  Capex capex;
};

/// Plans each file, in order. Returns the problems of all files together. Plans of files with the same name
/// are named by their paths.
Result<std::vector<PlannedNetwork>> plan_networks(const PlanOptions& options);

}  // namespace ebb::inline tasks
