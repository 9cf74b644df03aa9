// Makes the forwarding table of a switch in any of the four organisations.
#pragma once

#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/destination_blocks.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// Per group needs groups: without them (has_groups()) it is the same as per switch.
ForwardingTable make_table(const BlockRouting& routing, SwitchId s, Organisation organisation);
/// For a single table; for many, make the routing once.
ForwardingTable make_table(const Network& network, SwitchId s, Organisation organisation);

/// The addresses that the tables of an organisation match: flat tables have no fields.
AddressPlan address_plan(const BlockRouting& routing, Organisation organisation);

}  // namespace ebb::inline rules
