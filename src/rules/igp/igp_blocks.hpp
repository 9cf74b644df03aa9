// The blocks of an IGP network: parts that are connected by single routers or single links only. A shortest
// path between two routers of a block stays inside it, so the loads of a block depend on its own links alone,
// and a choice of links can be made block by block.
#pragma once

#include <vector>

#include "network/igp_network.hpp"

namespace ebb::inline rules {

struct IgpBlock {
  IgpNetwork network;              ///< its routers and links
  std::vector<IgpLinkId> links;    ///< of the whole network, in the order of `network.links`
  std::vector<IgpDemand> demands;  ///< between its routers, with all traffic that enters or leaves at them
};

/// Blocks of at least two links. All others are single links that nothing can replace. The network must be
/// connected.
std::vector<IgpBlock> igp_blocks(const IgpNetwork& network, const std::vector<IgpDemand>& demands);

}  // namespace ebb::inline rules
