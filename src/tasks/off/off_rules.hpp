// For `ebb off --schedule` and `--openflow`: the cables that are off as a schedule; the rules with everything
// on, and those of each hour. The folder holds the rules of one call and nothing else.
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

/// The files that a call writes; "": none.
struct OffFiles {
  std::string schedule, rules;
};
/// Checks all of them before the search.
Problems check_off_files(const OffFiles& files);
Problems write_off_files(const OffFiles& files, const OffResult& off);

}  // namespace ebb::inline tasks
