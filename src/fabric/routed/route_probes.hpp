// Packets through cables that return to the routes: the last part of the proof that they carry traffic.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "fabric/routed/routed_network.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Each end of each cable sends packets over it: to a router behind the other end where its kernel would
/// route them so, else to the other end itself. All must be answered, and the counters of both ports must
/// show them. The network has been read.
Problems probe_cables(const RoutedNetwork& network, const std::vector<PortId>& ports);

}  // namespace ebb::inline fabric
