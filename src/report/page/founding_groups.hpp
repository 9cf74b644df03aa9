// Figures of the founding documents with bars in groups: of each workload what it draws one way and another,
// held against full speed, the ideal, and what the paper prints.
#pragma once

#include <vector>

#include "report/document/chart.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

/// The first has the reproduction's name. None: its rows are no such bars.
std::vector<Chart> founding_groups(const PageJson& reproduction);

}  // namespace ebb::inline report
