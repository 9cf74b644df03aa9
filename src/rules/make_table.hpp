// Makes the forwarding table of a switch in any of the four organisations.
#pragma once

#include "rules/block_routing.hpp"
#include "rules/table.hpp"

namespace ebb::inline rules {

/// Per group needs groups: without them (has_groups()) it is the same as per switch.
ForwardingTable make_table(const BlockRouting& routing, SwitchId s, Organisation organisation);
/// For a single table; for many, make the routing once.
ForwardingTable make_table(const Network& network, SwitchId s, Organisation organisation);

/// The addresses that the tables of an organisation match: flat tables know nothing of fields.
AddressPlan address_plan(const BlockRouting& routing, Organisation organisation);

/// What the rules of a table distinguish, before compaction: every host by itself, the other switches and the
/// own hosts, or the other groups, the other switches of the group and the own hosts. In the order of
/// addresses.
struct DestinationBlock {
  HostId host = 0;  ///< one of the block's
  AddressLevel level = AddressLevel::host;
  std::uint32_t number = 0;  ///< of the host, access switch or group
};
std::vector<DestinationBlock> destination_blocks(const BlockRouting& routing, SwitchId s,
                                                 Organisation organisation);

}  // namespace ebb::inline rules
