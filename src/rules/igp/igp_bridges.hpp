// The links of an IGP network whose failure cuts it, and how many of the others are too many.
#pragma once

#include <cstdint>
#include <vector>

#include "network/igp_network.hpp"

namespace ebb::inline rules {

/// Of the links that are on, those that alone connect their two sides. Parallel links are none.
std::vector<bool> igp_bridges(const IgpNetwork& network, const std::vector<bool>& on);

/// An upper bound on the links that can sleep: a spanning tree stays on, or with a spare as many links in
/// each part without bridges as it has routers.
std::uint32_t most_asleep(const IgpNetwork& network, bool spare);

}  // namespace ebb::inline rules
