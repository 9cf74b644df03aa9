// Common part of tornado and neighbour: a shift along every ring of the network. On a grid of switches each
// dimension is a ring and a host keeps its position on the switch; on any other shape the hosts themselves,
// in the order of their numbers, are the one ring.
#pragma once

#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

/// Returns the partner of each host when every ring of n positions is shifted by steps(n).
std::vector<HostId> shifted_along_rings(const Network& network, std::uint32_t (*steps)(std::uint32_t n));

}  // namespace ebb::inline traffic
