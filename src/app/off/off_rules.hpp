// For `ebb off --openflow`: the rules before anything is off, and those of each hour. The folder holds those
// of one call and nothing else.
#pragma once

#include <string>

#include "app/off/off_day.hpp"

namespace ebb::inline app {

/// Before the search: whether rules can be written there, and whether what is there is an earlier call's.
/// Makes the folder.
Problems check_rules_folder(const std::string& folder);

/// One file for each switch, in a folder for each moment: "all-on", "hour-07". Those of an earlier call go.
Problems write_off_rules(const std::string& folder, const DetourTables& tables, const Network& network,
                         const OffDay& day);

}  // namespace ebb::inline app
