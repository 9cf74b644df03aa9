// The candidates of a tuned study: each policy with some combinations of its `tune` lists, as many for each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"

namespace ebb::inline study {

/// A policy of the [[compare]] list, and the names of its candidates. The first has the first value of each
/// list.
struct PolicyFamily {
  std::string name;
  std::vector<std::string> candidates;
};

/// Replaces each policy of the list `compare` in `root` by its candidates, at most `budget` of each. They are
/// spread over all combinations, and are the same every time.
Result<std::vector<PolicyFamily>> spread_candidates(Node& root, std::int64_t budget);

}  // namespace ebb::inline study
