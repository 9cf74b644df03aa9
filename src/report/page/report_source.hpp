// What a report can be made from: folders and files that ebb has written, told apart by what is in them.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/page/run_source.hpp"

namespace ebb::inline report {

/// A folder that `ebb run -o` made, or what is wrong with it: not there, cut off, of another version.
Result<RunSource> read_run_folder(const std::string& folder);

/// The parts of a run's series.json, or what is wrong with it. `place` is where it was found.
Problems read_series(const std::string& text, const std::string& place, RunSource& run);

}  // namespace ebb::inline report
