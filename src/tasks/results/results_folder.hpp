// A folder of results that is either complete or absent: everything is written under a temporary name first.
// So a killed run leaves a valid result or none.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline tasks {

using ResultFiles = std::vector<std::pair<std::string, std::string>>;  ///< name, content

/// Checks that `path` can become such a folder: it must not exist yet, and its parent must be writable.
Problems check_results_folder(const std::string& path);

/// Writes the files and renames the folder. Returns problems.
Problems write_results_folder(const std::string& path, const ResultFiles& files);

/// Writes the files somewhere else when their place fails, so that no result is lost. Returns that place;
/// empty when there is none.
std::string rescue_results(const std::string& path, const ResultFiles& files);

/// Rescues the files if there are problems with their place, and adds the new place to the problems.
Problems rescued(const std::string& path, const ResultFiles& files, Problems problems);

/// Writes the files as a folder, or rescues them.
Problems written_or_rescued(const std::string& path, const ResultFiles& files);

}  // namespace ebb::inline tasks
