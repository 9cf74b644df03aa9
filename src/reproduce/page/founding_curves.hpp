// Figures of the founding documents that are curves over load, over the links of a trunk, or over the power
// saved: Kim's and Koibuchi's.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline reproduce {

/// Empty when the rows are no such points.
std::vector<Chart> founding_curves(const PageJson& reproduction);

}  // namespace ebb::inline reproduce
