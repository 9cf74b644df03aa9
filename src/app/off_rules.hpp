// For `ebb off --openflow`: the rules before anything is off, and those of each hour.
#pragma once

#include <string>

#include "fabric/agent/detour_tables.hpp"

namespace ebb::inline app {

/// One file for each switch, in a folder of its own beside the others: "all-on", "hour-07".
Problems write_off_rules(const std::string& folder, const std::string& moment, const DetourTables& tables,
                         const CableSet& on);

}  // namespace ebb::inline app
