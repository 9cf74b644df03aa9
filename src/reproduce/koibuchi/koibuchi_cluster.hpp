// Koibuchi's cluster in the simulator: 64 hosts on six Gigabit switches, 11 on each but the last, or all 66.
// The switches form a tree or are fully connected, with any number of links between two of them.
#pragma once

#include <memory>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"
#include "rules/trees/trunks.hpp"
#include "topology/switch_graph.hpp"
#include "topology/topology.hpp"

namespace ebb::inline reproduce {

inline constexpr std::uint32_t koibuchi_switches = 6, koibuchi_hosts = 64, koibuchi_hosts_per_switch = 11;

/// `links` between the root, switch 0, and each other switch; or between every two.
SwitchGraph koibuchi_tree(std::uint32_t links);
SwitchGraph koibuchi_complete(std::uint32_t links);
Network koibuchi_network(const SwitchGraph& graph, std::uint32_t hosts = koibuchi_hosts);
/// The interfaces of a host carry its frames as one channel of their summed rate: Figure 4 has two, and the
/// paper does not say how they share the load.
std::unique_ptr<Topology> koibuchi_topology(const SwitchGraph& graph, std::uint32_t hosts = koibuchi_hosts,
                                            std::uint32_t hosts_per_switch = koibuchi_hosts_per_switch,
                                            std::uint32_t interfaces = 1);
/// Keeps the given number of links of each trunk, in the order of the network's trunks.
SwitchGraph with_links(const Trunks& trunks, const std::vector<std::uint32_t>& links);

/// Power of the switches and ports that are on, by the power table of the device koibuchi-48.
Result<double> koibuchi_watts(const SwitchGraph& graph, std::uint32_t hosts = koibuchi_hosts,
                              std::uint32_t interfaces = 1);

}  // namespace ebb::inline reproduce
