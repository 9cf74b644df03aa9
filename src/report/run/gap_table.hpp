// The gaps between the packets of a job's channels, by length.
#pragma once

#include <vector>

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

std::vector<Column> gap_columns();
/// One row for each kind of channel and class of gaps, up to its longest gaps.
Table gap_table(const RunResult& result);

}  // namespace ebb::inline report
