// A graph of switches without structure: sampled at random or read from a file.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline topology {

struct SwitchGraph {
  std::uint32_t switches = 0;
  std::vector<std::pair<SwitchId, SwitchId>> cables;  ///< several between the same two are parallel links

  std::vector<std::uint32_t> degrees() const;
};

/// Hops between the farthest two switches, one search per switch; the graph must be connected. With `among`,
/// only of the switches for which it is true.
std::uint32_t graph_diameter(const SwitchGraph& graph, const std::vector<bool>& among = {});

/// Returns the number of the connected component of each switch, in the order of their first switches.
std::vector<std::uint32_t> connected_parts(const SwitchGraph& graph);

/// A connected random graph in which every switch has `degree` cables to different others. The same seed
/// gives the same graph everywhere. Needs 2 <= degree < switches and an even switches * degree.
SwitchGraph random_regular_graph(std::uint32_t switches, std::uint32_t degree, std::uint64_t seed);

}  // namespace ebb::inline topology
