// For `ebb off --openflow`: the rules with everything on, and those of each hour. The folder holds the rules
// of one call and nothing else.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "tasks/off/off_task.hpp"

namespace ebb::inline tasks {

/// Checks before the search that rules can be written to the folder, and that its content is from an earlier
/// call. Creates the folder.
Problems check_rules_folder(const std::string& folder);

/// Writes one file for each switch, in a folder for each moment: "all-on", "hour-07". Removes those of an
/// earlier call.
Problems write_off_rules(const std::string& folder, const OffResult& off);

}  // namespace ebb::inline tasks
