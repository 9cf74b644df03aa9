// The traffic of virtual lanes, and the messages that missed their deadline.
#pragma once

#include <string>

#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"
#include "results/lane_result.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// One row per virtual lane.
std::vector<Column> lane_columns();
Table lane_table(const RunResult& result);

nlohmann::ordered_json deadline_json(const DeadlineResult& deadlines);
/// The same as text.
std::string deadline_text(const PageJson& deadlines);

}  // namespace ebb::inline report
