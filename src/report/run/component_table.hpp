// The energy of each component of switches, links and adapters in a run, as a table.
#pragma once

#include "report/document/table.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

std::vector<Column> component_columns();
/// One row per component and component table: joules, joules per delivered packet, share of what is known.
Table component_table(const RunResult& result);

}  // namespace ebb::inline report
