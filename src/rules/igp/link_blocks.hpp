// The links of an IGP network, grouped by block: two links are in one when a cycle contains both.
#pragma once

#include <vector>

#include "network/igp_network.hpp"

namespace ebb::inline rules {

/// The links at each router, of those that are on.
std::vector<std::vector<IgpLinkId>> links_by_router(const IgpNetwork& network, const std::vector<bool>& on);

/// The links of each block in ascending order, of those that are on. A link that alone connects its two sides
/// is a block of its own; parallel links are one.
std::vector<std::vector<IgpLinkId>> link_blocks(const IgpNetwork& network, const std::vector<bool>& on);

}  // namespace ebb::inline rules
