// The cables that frames to many may take: a tree, so that such a frame comes by every host once and never
// goes round. The tree follows from the network alone; it is the same for every organisation of the tables.
#pragma once

#include <functional>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

/// Whether the cable of a switch's port belongs to the tree; by PortId. The ports of hosts always do. Found
/// breadth first from switch 0, ports in order; a network in several parts has a tree in each.
std::vector<bool> broadcast_tree(const Network& network);
/// The same over some cables between switches alone: those whose ports `usable` names.
std::vector<bool> broadcast_tree(const Network& network, const std::function<bool(PortId)>& usable);

}  // namespace ebb::inline fabric
