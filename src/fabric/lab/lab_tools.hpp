// What the parts of a lab share: programs that must be installed, files in its folder.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"

namespace ebb::inline fabric {

/// Programs that are not installed, as a problem; `hint` says how to install them.
Problems missing_programs(const std::string& who, const std::vector<std::string>& programs,
                          const std::string& hint);

/// What stops a lab that needs root and these programs.
Problems tool_obstacles(const std::vector<std::string>& programs, const std::string& hint);

/// Writes a file in the lab's folder.
Problems write_lab_file(const std::string& path, const std::string& text);

}  // namespace ebb::inline fabric
