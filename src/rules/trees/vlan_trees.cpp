#include "rules/trees/vlan_trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "network/distance.hpp"

namespace ebb::inline rules {
namespace {

/// Switches joined by trunks (union-find), to find loops as trunks are added.
class Joined {
 public:
  explicit Joined(std::uint32_t switches) : parent_(switches) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// False: the two were joined before.
  bool join(SwitchId a, SwitchId b) {
    const SwitchId x = find(a), y = find(b);
    parent_[x] = y;
    return x != y;
  }

 private:
  SwitchId find(SwitchId s) {
    while (parent_[s] != s) s = parent_[s] = parent_[parent_[s]];
    return s;
  }
  std::vector<SwitchId> parent_;
};

}  // namespace

bool closes_loop(const Trunks& trunks, const std::vector<TrunkId>& list) {
  Joined joined(trunks.switches());
  return std::any_of(list.begin(), list.end(),
                     [&](TrunkId t) { return !joined.join(trunks[t].a, trunks[t].b); });
}

bool closes_loop(const Trunks& trunks, const TrunkSet& set) {
  std::vector<TrunkId> list;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    if (set[t]) list.push_back(t);
  return closes_loop(trunks, list);
}

std::vector<PathParting> partings(const Network& network, const PathSet& paths) {
  std::vector<PathParting> found;
  for (const SwitchId source : switches_with_hosts(network)) {
    // For each switch: the predecessor on the first path to it, and the end of that path.
    std::vector<SwitchId> before(paths.switches(), no_id), end(paths.switches(), no_id);
    before[source] = source;
    for (SwitchId to = 0; to < paths.switches(); ++to) {
      const Path& path = paths.path(source, to);
      for (std::size_t i = 1; i < path.size(); ++i) {
        const SwitchId here = path[i];
        if (before[here] == no_id) before[here] = path[i - 1], end[here] = to;
        if (before[here] == path[i - 1]) continue;
        found.push_back({source, here, end[here], to});
        break;
      }
    }
  }
  return found;
}

Result<std::vector<SourceTree>> source_trees(const Network& network, const Trunks& trunks,
                                             const PathSet& paths) {
  Problems problems;
  for (const PathParting& p : partings(network, paths))
    problems.push_back({fmt::format("paths from s{}", p.source),
                        fmt::format("are not in one tree: {} and {} diverge and meet again at s{}",
                                    path_text(paths.path(p.source, p.one)),
                                    path_text(paths.path(p.source, p.other)), p.meet),
                        fmt::format("a switch gives all frames of its hosts one VLAN, which has one path to "
                                    "s{}: use the same one in both",
                                    p.meet)});
  if (!problems.empty()) return problems;
  std::vector<SourceTree> trees;
  for (const SwitchId source : switches_with_hosts(network)) {
    SourceTree tree{source, TrunkSet(trunks.size(), false)};
    for (SwitchId to = 0; to < paths.switches(); ++to) {
      const Path& path = paths.path(source, to);
      for (std::size_t i = 1; i < path.size(); ++i) tree.trunks[trunks.between(path[i - 1], path[i])] = true;
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

VlanTrunks::VlanTrunks(const Trunks& trunks, const TrunkSet& vlan)
    : trunks_(trunks), of_switch_(trunks.switches()) {
  for (SwitchId s = 0; s < trunks.switches(); ++s)
    for (const TrunkId t : trunks.of(s))
      if (vlan[t]) of_switch_[s].push_back(t);
}

std::vector<TrunkId> VlanTrunks::next(SwitchId s) const {
  std::vector<TrunkId> first(trunks_.switches(), no_id);
  std::vector<SwitchId> reached{s};
  std::vector<bool> seen(trunks_.switches(), false);
  seen[s] = true;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const TrunkId t : of_switch_[reached[i]]) {
      const SwitchId here = reached[i], to = trunks_[t].other(here);
      if (seen[to]) continue;
      seen[to] = true;
      first[to] = here == s ? t : first[here];
      reached.push_back(to);
    }
  return first;
}

Problems check_vlan_trees(const Trunks& trunks, const PathSet& paths, const VlanTrees& trees) {
  Problems problems;
  for (std::size_t v = 0; v < trees.vlans.size(); ++v) {
    if (closes_loop(trunks, trees.vlans[v]))
      problems.push_back({fmt::format("VLAN {}", v), "closes a loop", "a broadcast would circulate forever"});
    const VlanTrunks vlan(trunks, trees.vlans[v]);
    std::vector<std::vector<TrunkId>> next;
    for (SwitchId s = 0; s < trunks.switches(); ++s) next.push_back(vlan.next(s));
    for (SwitchId from = 0; from < paths.switches(); ++from) {
      if (trees.of_switch[from] != v) continue;
      for (SwitchId to = 0; to < paths.switches(); ++to) {
        const Path& path = paths.path(from, to);
        for (std::size_t i = 1; i < path.size(); ++i)
          if (next[path[i - 1]][to] != trunks.between(path[i - 1], path[i]))
            problems.push_back({fmt::format("path {}", path_text(path)),
                                fmt::format("differs from the path of VLAN {} at s{}", v, path[i - 1]), ""});
      }
    }
  }
  return problems;
}

std::uint32_t fewest_by_trunks(const Trunks& trunks, const std::vector<SourceTree>& trees) {
  if (trunks.switches() < 2) return 1;
  std::uint32_t used = 0;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    used += std::any_of(trees.begin(), trees.end(), [&](const SourceTree& tree) { return tree.trunks[t]; });
  const std::uint32_t most_of_one = trunks.switches() - 1;
  return std::max(1u, (used + most_of_one - 1) / most_of_one);
}

Problem too_many_vlans(std::size_t trees, const std::string& vlans, VlanLimits limits) {
  return {"VLANs",
          fmt::format("{} trees need {} VLANs, but a switch holds {}", trees, vlans, limits.most_vlans),
          "use paths that share trees, fewer access switches, or switches that hold more"};
}

Problems check_vlan_limits(const VlanTrees& trees, VlanLimits limits) {
  const auto count = static_cast<std::uint32_t>(trees.vlans.size());
  if (count > limits.most_vlans) return {too_many_vlans(trees.size(), fmt::format("{}", count), limits)};
  if (limits.first_vlan == 0 || limits.first_vlan + count > highest_vlan + 1)
    return {{"first_vlan",
             fmt::format("is {}, so that {} VLANs would end at {}", limits.first_vlan, count,
                         limits.first_vlan + count - 1),
             fmt::format("VLANs are numbered 1 to {}; begin lower", highest_vlan)}};
  return {};
}

}  // namespace ebb::inline rules
