// The cables that broadcast and multicast frames use: a spanning tree, so that such a frame reaches every
// host once and never loops. The tree depends on the network alone; it is the same for every organisation of
// the tables.
#pragma once

#include <functional>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

/// Returns whether the cable of a switch's port belongs to the tree; by PortId. The ports of hosts always do.
/// Built breadth first from switch 0, ports in order; a disconnected network has a tree in each component.
std::vector<bool> broadcast_tree(const Network& network);
/// The same, using only cables between switches that `usable` accepts.
std::vector<bool> broadcast_tree(const Network& network, const std::function<bool(PortId)>& usable);

}  // namespace ebb::inline fabric
