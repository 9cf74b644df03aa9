// Line charts for reproductions whose rows are points of curves: over load, or over the length of an
// iteration.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline reproduce {

/// The first has the reproduction's name. Empty when the rows are no such points.
std::vector<Chart> founding_lines(const PageJson& reproduction);

}  // namespace ebb::inline reproduce
