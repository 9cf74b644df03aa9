#include "rules/igp/link_blocks.hpp"

#include <algorithm>
#include <utility>

namespace ebb::inline rules {
namespace {

constexpr std::uint32_t unseen = ~std::uint32_t{0};

/// The links of each block, by the search of Hopcroft and Tarjan without recursion.
class BlockSearch {
 public:
  BlockSearch(const IgpNetwork& network, const std::vector<bool>& on)
      : network_(network),
        links_of_(links_by_router(network, on)),
        seen_(network.size(), unseen),
        low_(network.size(), 0) {
    for (RouterId s = 0; s < network.size(); ++s)
      if (seen_[s] == unseen) visit(s);
  }
  std::vector<std::vector<IgpLinkId>> blocks() && { return std::move(blocks_); }

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
      if (step.next == links_of_[step.at].size()) {
        leave(path);
        continue;
      }
      const IgpLinkId link = links_of_[step.at][step.next++];
      if (link == step.by) continue;
      const IgpLink& l = network_.links[link];
      const RouterId other = l.a == step.at ? l.b : l.a;
      if (seen_[other] == unseen) {
        stack_.push_back(link);
        seen_[other] = low_[other] = time_++;
        path.push_back({other, link});
      } else if (seen_[other] < seen_[step.at]) {
        stack_.push_back(link);
        low_[step.at] = std::min(low_[step.at], seen_[other]);
      }
    }
  }
  void leave(std::vector<Step>& path) {
    const Step done = path.back();
    path.pop_back();
    if (path.empty()) return;
    const RouterId before = path.back().at;
    low_[before] = std::min(low_[before], low_[done.at]);
    if (low_[done.at] < seen_[before]) return;
    std::vector<IgpLinkId> block;
    for (IgpLinkId link = unseen; link != done.by;) {
      link = stack_.back();
      stack_.pop_back();
      block.push_back(link);
    }
    std::sort(block.begin(), block.end());
    blocks_.push_back(std::move(block));
  }

  const IgpNetwork& network_;
  const std::vector<std::vector<IgpLinkId>> links_of_;
  std::vector<std::uint32_t> seen_, low_;
  std::vector<IgpLinkId> stack_;
  std::vector<std::vector<IgpLinkId>> blocks_;
  std::uint32_t time_ = 0;
};

}  // namespace

std::vector<std::vector<IgpLinkId>> links_by_router(const IgpNetwork& network, const std::vector<bool>& on) {
  std::vector<std::vector<IgpLinkId>> links(network.size());
  for (IgpLinkId l = 0; l < network.links.size(); ++l)
    if (on[l]) links[network.links[l].a].push_back(l), links[network.links[l].b].push_back(l);
  return links;
}

std::vector<std::vector<IgpLinkId>> link_blocks(const IgpNetwork& network, const std::vector<bool>& on) {
  return BlockSearch(network, on).blocks();
}

}  // namespace ebb::inline rules
