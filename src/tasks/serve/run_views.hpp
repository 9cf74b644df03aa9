// One run, two runs, and the page of a run, read from their sources when they are asked for.
#pragma once

#include <string>

#include "base/result.hpp"
#include "report/document/table.hpp"
#include "report/page/json_reader.hpp"
#include "tasks/serve/served_runs.hpp"

namespace ebb::inline tasks {

/// Everything of a run but its series: settings, figures with intervals, summary, configuration.
Result<PageJson> run_view(const Snapshot& snapshot, const std::string& id);

/// As `ebb results compare`: settings that differ, then figures. Runs with the same seeds are compared by the
/// mean of their differences.
Result<Table> comparison_view(const Snapshot& snapshot, const std::string& a, const std::string& b);

/// A page of its own: that of `ebb report` for a folder, run_page() for a stored run.
Result<std::string> run_page_of(const Snapshot& snapshot, const std::string& id);

}  // namespace ebb::inline tasks
