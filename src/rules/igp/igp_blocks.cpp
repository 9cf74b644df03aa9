#include "rules/igp/igp_blocks.hpp"

#include <utility>

#include "rules/igp/link_blocks.hpp"

namespace ebb::inline rules {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// For each router of the network, the router of a block by which the block is entered from it.
std::vector<RouterId> entries(const IgpNetwork& network, const std::vector<std::vector<IgpLinkId>>& links_of,
                              const std::vector<bool>& in_block, const std::vector<RouterId>& local) {
  std::vector<RouterId> entry(local);
  std::vector<RouterId> front;
  for (RouterId s = 0; s < network.size(); ++s)
    if (local[s] != none) front.push_back(s);
  while (!front.empty()) {
    const RouterId at = front.back();
    front.pop_back();
    for (const IgpLinkId l : links_of[at]) {
      if (in_block[l]) continue;
      const RouterId other = network.links[l].a == at ? network.links[l].b : network.links[l].a;
      if (entry[other] != none) continue;
      entry[other] = entry[at];
      front.push_back(other);
    }
  }
  return entry;
}

IgpBlock block_of(const IgpNetwork& network, const std::vector<std::vector<IgpLinkId>>& links_of,
                  const std::vector<IgpDemand>& demands, std::vector<IgpLinkId> links) {
  IgpBlock block{.network = {}, .links = std::move(links), .demands = {}};
  std::vector<RouterId> local(network.size(), none);
  std::vector<bool> in_block(network.links.size(), false);
  const auto local_id = [&](RouterId s) {
    if (local[s] == none)
      local[s] = block.network.size(), block.network.routers.push_back(network.routers[s]);
    return local[s];
  };
  for (const IgpLinkId l : block.links) {
    in_block[l] = true;
    IgpLink link = network.links[l];
    link.a = local_id(link.a), link.b = local_id(link.b);
    block.network.links.push_back(link);
  }
  const std::vector<RouterId> entry = entries(network, links_of, in_block, local);
  const std::size_t n = block.network.size();
  std::vector<double> rates(n * n, 0);
  for (const IgpDemand& d : demands) rates[entry[d.from] * n + entry[d.to]] += d.rate;
  for (RouterId from = 0; from < n; ++from)
    for (RouterId to = 0; to < n; ++to)
      if (from != to && rates[from * n + to] > 0) block.demands.push_back({from, to, rates[from * n + to]});
  return block;
}

}  // namespace

std::vector<IgpBlock> igp_blocks(const IgpNetwork& network, const std::vector<IgpDemand>& demands) {
  const std::vector<bool> all(network.links.size(), true);
  const auto links_of = links_by_router(network, all);
  std::vector<IgpBlock> blocks;
  for (auto& links : link_blocks(network, all))
    if (links.size() > 1) blocks.push_back(block_of(network, links_of, demands, std::move(links)));
  return blocks;
}

}  // namespace ebb::inline rules
