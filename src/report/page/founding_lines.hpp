// Charts of lines for reproductions whose rows are points of curves: by load, or by how long an iteration is.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// The first has the reproduction's name. None: its rows are no such points.
std::vector<Chart> founding_lines(const PageJson& reproduction);

}  // namespace ebb::inline report
