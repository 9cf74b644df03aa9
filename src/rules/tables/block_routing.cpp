#include "rules/tables/block_routing.hpp"

#include <numeric>

namespace ebb::inline rules {

std::vector<HostId> BlockRouting::hosts_of(std::uint32_t access) const {
  std::vector<HostId> hosts(sizes_.hosts_per_switch);
  std::iota(hosts.begin(), hosts.end(), first_host_of(access));
  return hosts;
}

std::unique_ptr<BlockRouting> block_routing(const Shape& shape) {
  if (const auto* butterfly = std::get_if<FlattenedButterflyShape>(&shape))
    return flattened_butterfly_blocks(*butterfly);
  if (const auto* clos = std::get_if<FoldedClosShape>(&shape)) return folded_clos_blocks(*clos);
  if (const auto* dragonfly = std::get_if<DragonflyShape>(&shape)) return dragonfly_blocks(*dragonfly);
  return nullptr;
}

std::unique_ptr<BlockRouting> block_routing(const Network& network) {
  auto structured = block_routing(network.shape);
  return structured ? std::move(structured) : graph_blocks(network);
}

}  // namespace ebb::inline rules
