// The sources of a report: folders and files written by ebb, distinguished by their content.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/page/run_source.hpp"

namespace ebb::inline report {

/// Reads a folder made by `ebb run -o`, or returns what is wrong with it: missing, truncated, of another
/// version.
Result<RunSource> read_run_folder(const std::string& folder);

/// Reads the parts of a run's series.json, or returns what is wrong with it. `place` is its path, for
/// messages.
Problems read_series(const std::string& text, const std::string& place, RunSource& run);

}  // namespace ebb::inline report
