// Flows that overload one output while an alternative is free: the case in which conditional rules help.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fabric/openflow/table_choice.hpp"
#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline fabric {

/// Two hosts of a switch, and two hosts elsewhere that both are reached by the same port while it is not busy
/// and by others while it is.
struct CollidingFlows {
  SwitchId at = no_id;
  std::uint32_t port = 0, alternative = 0;       ///< local numbers of the shared output and of another
  std::uint64_t destination = 0;                 ///< MAC address of the last flow's
  std::vector<std::pair<HostId, HostId>> flows;  ///< from, to
};

/// The first such flows of a network by the order of switches and hosts; no flows where the tables have none.
CollidingFlows colliding_flows(const Network& network, const BlockRouting& routing,
                               const TableChoice& tables);

}  // namespace ebb::inline fabric
