// The values that a sweep gives to one parameter: a list from the file, or a range.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/read/sweep_settings.hpp"

namespace ebb::inline study {

/// A table with `from` and `to` and one of `step`, `factor`, `points`.
bool is_range(const Node& node);

/// [0.1, 0.2] as it is. {from = 0.1, to = 0.9, step = 0.2} and {from = "1us", to = "64us", factor = 4} are
/// expanded. Each value has the place of its list or range in the file.
Result<std::vector<Node>> swept_values(const Node& node, const std::string& name);

}  // namespace ebb::inline study
