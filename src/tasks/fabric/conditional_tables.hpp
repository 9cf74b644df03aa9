// Tables with conditions as `ebb rules` shows them: the rules as the simulator applies them, and notes on
// switches that cannot hold their conditions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fabric/openflow/program.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline tasks {

inline constexpr std::string_view what_open_vswitch_does =
    "Open vSwitch tests neither whether a port is paused nor how long its queue is. It uses an alternative "
    "path while the port before it is down (fast failover).";

/// By stage: the frame follows the first winner of a stage whose condition is true, else the first.
Table conditional_table(const FabricFile& file, const ProgramMaker& maker,
                        const std::vector<SwitchId>& switches);

/// [{"stage", "priority", "match", "signal", "port", …, "output"}]
nlohmann::ordered_json conditional_json(const FabricFile& file, const ProgramMaker& maker, SwitchId s);

/// The conditional rules as comment lines at the head of a file.
std::string conditional_comments(const FabricFile& file, const ProgramMaker& maker, SwitchId s);

}  // namespace ebb::inline tasks
