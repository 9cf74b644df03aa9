// A cycle through all switches of a network, each once. Whoever goes on along it reaches every destination,
// so one channel of each switch keeps a network connected: no smaller set of channels does.
#pragma once

#include <vector>

#include "network/network.hpp"

namespace ebb::inline routing {

/// Returns the switches in the order of such a cycle, the same on every call. Empty when none was found:
/// there may be none, as in a tree, and the search for one is bounded.
std::vector<SwitchId> cycle_through_all(const Network& network);

}  // namespace ebb::inline routing
