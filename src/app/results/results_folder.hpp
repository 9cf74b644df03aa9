// A folder of results that is either whole or not there: everything is written beside it under another name
// first. So a run that is killed leaves a valid result or none.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline app {

using ResultFiles = std::vector<std::pair<std::string, std::string>>;  ///< name, content

/// Whether `path` can become such a folder: it must not exist yet, and files can be written where it will be.
Problems check_results_folder(const std::string& path);

/// Writes the files and gives the folder its name. What went wrong, if anything.
Problems write_results_folder(const std::string& path, const ResultFiles& files);

/// Writes them somewhere else, because where they should be they cannot: hours of work never end in an empty
/// exit. Returns that place; empty when there is none.
std::string rescue_results(const std::string& path, const ResultFiles& files);

/// Rescues the files if there are problems with their place, and lets these say where they are.
Problems rescued(const std::string& path, const ResultFiles& files, Problems problems);

/// Writes the files as a folder, or rescues them.
Problems written_or_rescued(const std::string& path, const ResultFiles& files);

}  // namespace ebb::inline app
