// The findings of `ebb fabric` as tables: checks, pending changes, and the state of the switches.
#pragma once

#include "app/fabric/fabric_session.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

struct FabricFindings {
  Table table;
  bool sound = true;
};

/// Checks the new tables and queries the switches. With `probes`, compares the cables too.
FabricFindings check_fabric(FabricSession& session, bool probes);
/// Why these tables should not be loaded: a pair of hosts that they do not connect, and, with `probes`, a
/// cable that is not where the plan has it. Needs the ports.
Problems objections_to_deploy(const FabricSession& session, bool probes);
/// One row per rule or group that would be added or removed.
Result<Table> fabric_changes(FabricSession& session);
/// One row per switch; below it, the content of the journal.
FabricFindings fabric_status(FabricSession& session);

}  // namespace ebb::inline app
