// Figures of the founding documents with grouped bars: the power of each workload in several configurations,
// against full speed, the ideal, and the paper's values.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline reproduce {

/// The first has the reproduction's name. Empty when the rows are no such bars.
std::vector<Chart> founding_groups(const PageJson& reproduction);

}  // namespace ebb::inline reproduce
