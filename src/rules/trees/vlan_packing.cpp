// Packs the trees of all switches into few VLANs: the paper's six steps, and a search that does better.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline rules {
namespace {

/// A list of trunks: a tree has fewer than there are switches, a complete network has about their square.
using TrunkList = std::vector<TrunkId>;

TrunkList list_of(const TrunkSet& set) {
  TrunkList list;
  for (TrunkId t = 0; t < set.size(); ++t)
    if (set[t]) list.push_back(t);
  return list;
}

bool has_all(const TrunkSet& vlan, const TrunkList& tree) {
  return std::all_of(tree.begin(), tree.end(), [&](TrunkId t) { return vlan[t]; });
}

/// Lists are sorted.
TrunkList united(const TrunkList& a, const TrunkList& b) {
  TrunkList both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

/// Assigns trees to VLANs one after the other and backtracks where that cannot lead to fewer than are known.
class Search {
 public:
  Search(const Trunks& trunks, const std::vector<SourceTree>& trees) : trunks_(trunks) {
    for (const SourceTree& tree : trees) trees_.push_back(list_of(tree.trunks));
    find_conflicts();
  }

  /// Trees of which no two may share a VLAN. Each one needs its own.
  std::uint32_t at_least() const { return static_cast<std::uint32_t>(std::max<std::size_t>(apart_, 1)); }

  /// Returns the VLAN of each tree, or what was known if nothing better is found.
  std::vector<std::uint32_t> run(std::vector<std::uint32_t> known, std::uint32_t count,
                                 std::uint64_t most_tries) {
    tries_left_ = most_tries;
    best_ = std::move(known), best_count_ = count;
    place_.assign(trees_.size(), no_id);
    complete_ = place(0);
    return best_;
  }
  /// True when the search was exhaustive: the best is the minimum.
  bool complete() const { return complete_; }

 private:
  void find_conflicts() {
    const std::size_t n = trees_.size();
    std::vector<std::vector<bool>> conflict(n, std::vector<bool>(n, false));
    std::vector<std::size_t> degree(n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (closes_loop(trunks_, united(trees_[i], trees_[j])))
          conflict[i][j] = conflict[j][i] = true, ++degree[i], ++degree[j];
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](auto x, auto y) { return degree[x] > degree[y]; });
    std::vector<std::size_t> clique;
    for (const std::size_t i : order_)
      if (std::all_of(clique.begin(), clique.end(), [&](std::size_t j) { return conflict[i][j]; }))
        clique.push_back(i);
    apart_ = clique.size();
  }

  /// False: it ran out of tries.
  bool place(std::size_t next) {
    if (next == order_.size()) {
      best_ = place_, best_count_ = static_cast<std::uint32_t>(open_.size());
      return true;
    }
    const std::size_t tree = order_[next];
    for (std::uint32_t v = 0; v < open_.size(); ++v) {
      if (best_count_ <= at_least()) return true;
      if (tries_left_ == 0) return false;
      --tries_left_;
      TrunkList both = united(open_[v], trees_[tree]);
      if (closes_loop(trunks_, both)) continue;
      std::swap(open_[v], both);
      place_[tree] = v;
      const bool all = place(next + 1);
      std::swap(open_[v], both);
      if (!all) return false;
    }
    if (open_.size() + 1 >= best_count_) return true;
    open_.push_back(trees_[tree]);
    place_[tree] = static_cast<std::uint32_t>(open_.size()) - 1;
    const bool all = place(next + 1);
    open_.pop_back();
    return all;
  }

  const Trunks& trunks_;
  std::vector<TrunkList> trees_;
  std::uint64_t tries_left_ = 0;
  std::size_t apart_ = 0;
  std::vector<std::size_t> order_;
  std::vector<TrunkList> open_;
  std::vector<std::uint32_t> place_, best_;
  std::uint32_t best_count_ = 0;
  bool complete_ = false;
};

/// The six steps without the proof.
VlanTrees first_fit(const Trunks& trunks, const std::vector<SourceTree>& trees) {
  VlanTrees assigned;
  assigned.of_switch.assign(trunks.switches(), no_id);
  for (const SourceTree& tree : trees) {
    const TrunkList list = list_of(tree.trunks);
    std::uint32_t v = 0;
    while (v < assigned.vlans.size() && !has_all(assigned.vlans[v], list)) ++v;
    if (v == assigned.vlans.size()) assigned.vlans.push_back(tree.trunks);
    assigned.of_switch[tree.source] = v;
  }
  return assigned;
}

}  // namespace

VlanTrees assign_first_fit(const Trunks& trunks, const std::vector<SourceTree>& trees) {
  VlanTrees assigned = first_fit(trunks, trees);
  assigned.at_least = Search(trunks, trees).at_least();
  return assigned;
}

VlanTrees pack_trees(const Trunks& trunks, const std::vector<SourceTree>& trees, std::uint64_t most_tries) {
  VlanTrees assigned = first_fit(trunks, trees);
  std::vector<std::uint32_t> known;
  for (const SourceTree& tree : trees) known.push_back(assigned.of_switch[tree.source]);
  Search search(trunks, trees);
  assigned.at_least = search.at_least();
  const auto found = search.run(known, static_cast<std::uint32_t>(assigned.vlans.size()), most_tries);
  if (found != known) {
    assigned.vlans.clear();
    for (std::size_t i = 0; i < trees.size(); ++i) {
      assigned.of_switch[trees[i].source] = found[i];
      if (found[i] >= assigned.vlans.size()) assigned.vlans.resize(found[i] + 1, TrunkSet(trunks.size()));
      for (const TrunkId t : list_of(trees[i].trunks)) assigned.vlans[found[i]][t] = true;
    }
  }
  if (search.complete()) assigned.at_least = static_cast<std::uint32_t>(assigned.vlans.size());
  return assigned;
}

}  // namespace ebb::inline rules
