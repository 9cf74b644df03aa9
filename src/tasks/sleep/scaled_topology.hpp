// A small network of the same kind as a large one: fewer switches and hosts, but the same levels, the same
// oversubscription and the same media. What a channel does in it is taken for what it does in the large one.
#pragma once

#include <cstdint>
#include <optional>

#include "config/node.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {

/// Returns the [topology] section of the largest such network with at most so many hosts. Returns nothing for
/// a network that cannot be scaled: one from a file, a random graph, one of a plugin.
std::optional<Node> scaled_topology(const Node& section, const Topology& topology, std::int64_t most_hosts);

}  // namespace ebb::inline tasks
