// Checks whether tables would assign hosts other addresses than they have. Such hosts are cut off until they
// request a new one.
#pragma once

#include "fabric/rollout/journal.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

/// Compares with the last rollout. Without one in the journal, it compares with the addresses that the
/// switches assign now. Needs the ports.
Problems address_problems(const FabricSession& session, const Journal& journal);

}  // namespace ebb::inline tasks
