// Cables that are off for as long as the network is used.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"

namespace ebb::inline network {

/// Switches these cables off, each given by one of its ports: they get classes of their own, "copper, off".
/// Ports keep their numbers. The routing must not use these cables. Fails, and changes nothing, when the
/// network would have more classes than a port can name.
Problems switch_off(Network& network, const std::vector<PortId>& cables);

}  // namespace ebb::inline network
