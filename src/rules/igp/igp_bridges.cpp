#include "rules/igp/igp_bridges.hpp"

#include <algorithm>

#include "rules/igp/link_blocks.hpp"

namespace ebb::inline rules {

std::vector<bool> igp_bridges(const IgpNetwork& network, const std::vector<bool>& on) {
  std::vector<bool> bridges(network.links.size(), false);
  for (const auto& block : link_blocks(network, on))
    if (block.size() == 1) bridges[block.front()] = true;
  return bridges;
}

std::uint32_t most_asleep(const IgpNetwork& network, bool spare) {
  const auto links = static_cast<std::uint32_t>(network.links.size());
  if (!spare) return links - (network.size() - 1);
  const std::vector<bool> bridges = igp_bridges(network, std::vector<bool>(links, true));
  std::vector<bool> beside(network.size(), false);
  std::uint32_t others = 0;
  for (IgpLinkId l = 0; l < links; ++l)
    if (!bridges[l]) ++others, beside[network.links[l].a] = beside[network.links[l].b] = true;
  return others - static_cast<std::uint32_t>(std::count(beside.begin(), beside.end(), true));
}

}  // namespace ebb::inline rules
