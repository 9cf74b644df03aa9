// The rules of a network's switches and the addresses of its hosts as tables and as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/fabric/fabric_file.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

/// Host, switch, port and address of every host on one of the switches.
Table address_table(const FabricFile& file, const ProgramMaker& maker, const std::vector<SwitchId>& switches);

/// Every rule of the switches, and where it leads. For readers, long lists of ports lose their middle.
Table rule_table(const FabricFile& file, const ProgramMaker& maker, const std::vector<SwitchId>& switches,
                 bool for_readers);

/// All of it in one document: {"organisation": …, "addresses": […], "switches": [{"name", "rules",
/// "groups"}]}. Of tables with conditions, each switch has the "conditional" rules besides what it can be
/// loaded with.
std::string rules_json(const FabricFile& file, const ProgramMaker& maker,
                       const std::vector<SwitchId>& switches);

}  // namespace ebb::inline app
