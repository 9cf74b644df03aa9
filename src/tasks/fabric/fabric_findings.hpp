// The findings of `ebb fabric` as tables: checks, pending changes, and the state of the switches.
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

struct FabricFindings {
  Table table;
  bool sound = true;
};

/// Checks the new tables and queries the switches. With `probes`, compares the cables too.
FabricFindings check_fabric(FabricSession& session, bool probes);
/// Why these tables should not be loaded: a pair of hosts that they do not connect, and, with `probes`, a
/// cable that is not where the plan has it. Needs the ports.
Problems objections_to_deploy(const FabricSession& session, bool probes);
/// Switches that would flood when they lose their rules, or whose setting cannot be read.
Problems flooding_switches(const FabricSession& session);
/// One row per rule or group that would be added or removed.
Result<Table> fabric_changes(FabricSession& session);
/// One row per switch; below it, the content of the journal.
FabricFindings fabric_status(FabricSession& session);

}  // namespace ebb::inline tasks
