// Figures of the founding documents that are curves by load, by the links of a trunk, or by the power saved:
// Kim's and Koibuchi's.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// None: its rows are no such points.
std::vector<Chart> founding_curves(const PageJson& reproduction);

}  // namespace ebb::inline report
