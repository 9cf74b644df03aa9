#include "rules/igp/igp_blocks.hpp"

#include <algorithm>

namespace ebb::inline rules {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

std::vector<std::vector<IgpLinkId>> links_by_router(const IgpNetwork& network) {
  std::vector<std::vector<IgpLinkId>> links(network.size());
  for (IgpLinkId l = 0; l < network.links.size(); ++l)
    links[network.links[l].a].push_back(l), links[network.links[l].b].push_back(l);
  return links;
}

/// The links of each block, by the search of Hopcroft and Tarjan without recursion.
class BlockSearch {
 public:
  explicit BlockSearch(const IgpNetwork& network)
      : network_(network),
        links_of_(links_by_router(network)),
        seen_(network.size(), none),
        low_(network.size(), 0) {
    if (network.size() > 0) visit(0);
  }
  std::vector<std::vector<IgpLinkId>> blocks() && { return std::move(blocks_); }

 private:
  struct Step {
    RouterId at = 0;
    IgpLinkId by = none;
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
      if (seen_[other] == none) {
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
    for (IgpLinkId link = none; link != done.by;) {
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
  const auto links_of = links_by_router(network);
  std::vector<IgpBlock> blocks;
  for (auto& links : BlockSearch(network).blocks())
    if (links.size() > 1) blocks.push_back(block_of(network, links_of, demands, std::move(links)));
  return blocks;
}

}  // namespace ebb::inline rules
