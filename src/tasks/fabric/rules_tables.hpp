// The rules of a network's switches and the addresses of its hosts as tables and as JSON.
#pragma once

#include <string>
#include <vector>

#include "fabric/openflow/program.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline tasks {

/// Host, switch, port and address of every host on one of the switches.
Table address_table(const FabricFile& file, const ProgramMaker& maker, const std::vector<SwitchId>& switches);

/// Every rule of the switches, and where it leads. Long lists of ports are abbreviated in the middle.
Table rule_table(const FabricFile& file, const ProgramMaker& maker, const std::vector<SwitchId>& switches,
                 bool for_readers);

/// Everything in one document: {"organisation": …, "addresses": […], "switches": [{"name", "rules",
/// "groups"}]}. With conditions, each switch has the "conditional" rules besides those that it can hold.
std::string rules_json(const FabricFile& file, const ProgramMaker& maker,
                       const std::vector<SwitchId>& switches);

}  // namespace ebb::inline tasks
