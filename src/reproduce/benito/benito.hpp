// The networks that Benito et al. compare: for each topology, the largest balanced one that switches with a
// given number of ports can build.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "topology/topology.hpp"

namespace ebb::inline reproduce {

struct BenitoTopology {
  std::string_view id, name;
  /// Called with a growing number of hosts per switch, from 1. The largest result that fits is the network.
  std::unique_ptr<Topology> (*balanced)(std::int64_t ports, std::int64_t hosts_per_switch);
};

/// The five rows of Table I.
std::span<const BenitoTopology> benito_topologies();
const BenitoTopology& benito_topology(std::string_view id);

std::unique_ptr<Topology> largest(const BenitoTopology& topology, std::int64_t ports);

}  // namespace ebb::inline reproduce
