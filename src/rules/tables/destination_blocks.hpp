// The blocks of hosts that the rules of a switch distinguish.
#pragma once

#include <vector>

#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// A block that the rules of a table distinguish, before compaction: every host by itself; the other switches
/// and the own hosts; or the other groups, the other switches of the group and the own hosts. In the order of
/// addresses.
struct DestinationBlock {
  HostId host = 0;  ///< one of the block's
  AddressLevel level = AddressLevel::host;
  std::uint32_t number = 0;  ///< of the host, access switch or group
};
std::vector<DestinationBlock> destination_blocks(const BlockRouting& routing, SwitchId s,
                                                 Organisation organisation);

}  // namespace ebb::inline rules
