// Distances in a built network, by breadth-first search. Closed forms are tested against them, and graphs
// without closed forms use them.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline network {

/// Returns the switch-to-switch hops from one switch to each; no_id where there is no path.
std::vector<std::uint32_t> hops_from(const Network& network, SwitchId from);

/// Hosts on each switch.
std::vector<std::uint32_t> hosts_by_switch(const Network& network);

/// In ascending order.
std::vector<SwitchId> switches_with_hosts(const Network& network);

bool is_connected(const Network& network);

struct Distances {
  std::uint32_t diameter = 0;  ///< hops between the farthest two switches that have hosts
  /// Switches that a frame visits on a shortest path, averaged over all ordered pairs of hosts *including* a
  /// host with itself (one switch). This is the convention behind Koibuchi's Table 2: six switches with 11
  /// hosts each give (1 + 5*2)/6 = 1.83 fully connected, and (6*1 + 10*2 + 20*3)/36 = 2.39 as a root with
  /// five leaves.
  double average_switches = 0;
};

/// One search per switch with hosts. The network must be connected.
Distances host_distances(const Network& network);

}  // namespace ebb::inline network
