// Whether tables would give hosts other addresses than they have: such hosts are cut off until they ask.
#pragma once

#include "app/fabric/fabric_session.hpp"
#include "fabric/rollout/journal.hpp"

namespace ebb::inline app {

/// Compares with the last rollout. Where the journal knows of none, it compares with the addresses that the
/// switches answer their hosts with now. Needs the ports.
Problems address_problems(const FabricSession& session, const Journal& journal);

}  // namespace ebb::inline app
