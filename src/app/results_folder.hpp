// A folder of results that is either whole or not there: everything is written beside it under another name
// first. So a run that is killed leaves a valid result or none.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline app {

/// Whether `path` can become such a folder: it must not exist yet, and its parent must be writable.
Problems check_results_folder(const std::string& path);

/// Writes the files (name, content) and gives the folder its name. What went wrong, if anything.
Problems write_results_folder(const std::string& path,
                              const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace ebb::inline app
