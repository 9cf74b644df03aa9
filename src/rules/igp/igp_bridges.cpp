#include "rules/igp/igp_bridges.hpp"

#include <algorithm>

namespace ebb::inline rules {
namespace {

constexpr std::uint32_t unseen = ~std::uint32_t{0};

/// Tarjan's search: a link is a bridge when nothing behind it leads back before it.
class BridgeSearch {
 public:
  BridgeSearch(const IgpNetwork& network, const std::vector<bool>& on)
      : network_(network), links_of_(network.size()), seen_(network.size(), unseen), low_(network.size(), 0) {
    for (IgpLinkId l = 0; l < network.links.size(); ++l)
      if (on[l]) links_of_[network.links[l].a].push_back(l), links_of_[network.links[l].b].push_back(l);
    bridges_.assign(network.links.size(), false);
    for (RouterId s = 0; s < network.size(); ++s)
      if (seen_[s] == unseen) visit(s);
  }
  std::vector<bool> bridges() && { return std::move(bridges_); }

 private:
  struct Step {
    RouterId at = 0;
    IgpLinkId by = unseen;
    std::size_t next = 0;
  };

  void visit(RouterId root) {
    std::vector<Step> path{{root}};
    seen_[root] = low_[root] = time_++;
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next < links_of_[step.at].size()) {
        const IgpLinkId link = links_of_[step.at][step.next++];
        if (link == step.by) continue;
        const RouterId other =
            network_.links[link].a == step.at ? network_.links[link].b : network_.links[link].a;
        if (seen_[other] != unseen) {
          low_[step.at] = std::min(low_[step.at], seen_[other]);
        } else {
          seen_[other] = low_[other] = time_++;
          path.push_back({other, link});
        }
        continue;
      }
      const Step done = step;
      path.pop_back();
      if (path.empty()) return;
      low_[path.back().at] = std::min(low_[path.back().at], low_[done.at]);
      bridges_[done.by] = low_[done.at] > seen_[path.back().at];
    }
  }

  const IgpNetwork& network_;
  std::vector<std::vector<IgpLinkId>> links_of_;
  std::vector<std::uint32_t> seen_, low_;
  std::vector<bool> bridges_;
  std::uint32_t time_ = 0;
};

}  // namespace

std::vector<bool> igp_bridges(const IgpNetwork& network, const std::vector<bool>& on) {
  return BridgeSearch(network, on).bridges();
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
