#include "rules/trees/tree_state.hpp"

#include <algorithm>
#include <cmath>

#include "network/distance.hpp"

namespace ebb::inline rules {

TreeState::TreeState(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
                     const LinkWeights& weights, const SlowerRates& slower, std::vector<std::uint32_t> order)
    : network_(network),
      trunks_(trunks),
      demand_(demand),
      peak_(peak),
      weights_(weights),
      slower_(slower),
      ends_(switches_with_hosts(network)),
      now_{{}, std::move(order)},
      traffic_(trunks.channels(), 0),
      uses_(trunks.size(), 0),
      weighed_(trunks.size()) {
  for (TrunkId t = 0; t < trunks.size(); ++t) missing_ += weights_[t] * trunks[t].links();
  missing_ = std::max(100.0, missing_);
}

OrderedTrees TreeState::direct() const { return trees_over(TrunkSet(trunks_.size(), true)); }
OrderedTrees TreeState::trees_over(const TrunkSet& on) const {
  return {parents_of(tree_paths(network_, trunks_, on, now_.order)), now_.order};
}
OrderedTrees TreeState::one_tree() const {
  OrderedTrees trees = trees_over(light_tree());
  return reaches_all(trees) ? trees : direct();  // in some orders the light trunks form several trees
}

bool TreeState::reaches_all(const OrderedTrees& trees) const {
  for (const auto& parent : trees.parents)
    for (const SwitchId to : ends_)
      if (parent[to] == no_id) return false;
  return true;
}

std::vector<std::vector<SwitchId>> TreeState::parents_of(const PathSet& paths) const {
  std::vector<std::vector<SwitchId>> parents;
  for (const SwitchId source : ends_) {
    parents.emplace_back(trunks_.switches(), no_id);
    parents.back()[source] = source;
    for (const SwitchId to : ends_) {
      const Path& path = paths.path(source, to);
      for (std::size_t i = 1; i < path.size(); ++i) parents.back()[path[i]] = path[i - 1];
    }
    attach_others(parents.back());
  }
  return parents;
}

/// Adds the switches without hosts that are on no path.
void TreeState::attach_others(std::vector<SwitchId>& parent) const {
  std::vector<bool> is_end(parent.size(), false);
  for (const SwitchId end : ends_) is_end[end] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (SwitchId s = 0; s < parent.size(); ++s)
      for (const TrunkId t : trunks_.of(s))
        if (parent[s] == no_id && !is_end[s] && parent[trunks_[t].other(s)] != no_id)
          parent[s] = trunks_[t].other(s), grows = true;
  }
}

/// Each switch's lightest trunk to a neighbour before it in the order, and of equal ones that to the first: a
/// tree whose paths are all legal.
TrunkSet TreeState::light_tree() const {
  TrunkSet tree(trunks_.size(), false);
  for (SwitchId s = 0; s < trunks_.switches(); ++s) {
    TrunkId best = no_id;
    const auto rank = [&](TrunkId t) { return std::pair(weights_[t], now_.order[trunks_[t].other(s)]); };
    for (const TrunkId t : trunks_.of(s))
      if (now_.order[trunks_[t].other(s)] < now_.order[s] && (best == no_id || rank(t) < rank(best)))
        best = t;
    if (best != no_id) tree[best] = true;
  }
  return tree;
}

TrunkUse TreeState::use(TrunkId t) const {
  if (uses_[t] == 0) return {};
  const double most = std::max(traffic_[2 * t], traffic_[2 * t + 1]);
  return lightest_use(most, peak_, trunks_[t].links(), weights_[t],
                      slower_.empty() ? std::span<const SlowerRate>() : slower_[t]);
}

void TreeState::weigh(TrunkId t) {
  const TrunkUse needed = use(t);
  const std::uint32_t there = trunks_[t].links();
  const double most = std::max(traffic_[2 * t], traffic_[2 * t + 1]);
  weighed_[t] = {needed.weight, needed.links > there ? static_cast<double>(needed.links - there) : 0,
                 uses_[t] > 0 && most > 0 ? weights_[t] * std::sqrt(most / peak_) : 0};
}

double TreeState::cost(double missing) const {
  double sum = 0;
  for (const TrunkWeight& of : weighed_) sum += of.existing + missing * of.missing;
  return sum;
}

double TreeState::effort(double missing) const {
  double sum = cost(missing);
  for (const TrunkWeight& of : weighed_) sum += of.from_empty;
  return sum;
}

bool TreeState::misses_links() const {
  for (TrunkId t = 0; t < trunks_.size(); ++t)
    if (use(t).links > trunks_[t].links()) return true;
  return false;
}

PathSet TreeState::paths() const {
  PathSet paths(trunks_.switches());
  for (std::size_t tree = 0; tree < count(); ++tree)
    for (const SwitchId to : ends_) {
      Path path{to};
      while (path.back() != ends_[tree]) path.push_back(parent(tree, path.back()));
      std::reverse(path.begin(), path.end());
      if (path.size() > 1) paths.set(std::move(path));
    }
  return paths;
}

void TreeState::count_all() {
  std::fill(traffic_.begin(), traffic_.end(), 0);
  std::fill(uses_.begin(), uses_.end(), 0);
  served_.assign(count(), std::vector<std::int32_t>(trunks_.switches(), 0));
  through_.assign(count(), std::vector<double>(trunks_.switches(), 0));
  for (std::size_t tree = 0; tree < count(); ++tree)
    for (const SwitchId to : ends_) count_way(tree, to, demand_.at(ends_[tree], to), 1);
  changed_.clear();
  for (TrunkId t = 0; t < trunks_.size(); ++t) weigh(t);
}

/// Adds the traffic to s, or beyond it, to all channels on the path there. A trunk is in use as long as the
/// tree leads to hosts over it.
void TreeState::count_way(std::size_t tree, SwitchId s, double amount, std::int32_t served) {
  const auto& parent = now_.parents[tree];
  for (SwitchId at = s; parent[at] != at; at = parent[at]) {
    const TrunkId t = trunks_.between(parent[at], at);
    traffic_[trunks_.channel_from(parent[at], t)] += amount;
    through_[tree][at] += amount;
    const bool was_used = served_[tree][at] > 0;
    served_[tree][at] += served;
    const bool is_used = served_[tree][at] > 0;
    uses_[t] += is_used && !was_used ? 1 : 0;
    uses_[t] -= was_used && !is_used ? 1 : 0;
    changed_.push_back(t);
  }
}

bool TreeState::is_beyond(std::size_t tree, SwitchId s, SwitchId to) const {
  const auto& parent = now_.parents[tree];
  for (SwitchId at = to; parent[at] != no_id; at = parent[at]) {
    if (at == s) return true;
    if (parent[at] == at) return false;
  }
  return false;
}

/// No path of the tree goes up after it went down.
bool TreeState::is_legal(std::size_t tree) const {
  const auto& parent = now_.parents[tree];
  for (SwitchId s = 0; s < trunks_.switches(); ++s) {
    if (!leads_to_hosts(tree, s)) continue;
    bool may_go_down = true;  // walked backwards, a legal path has its downs first
    for (SwitchId at = s; parent[at] != at; at = parent[at]) {
      const bool down = goes_down(parent[at], at);
      if (down && !may_go_down) return false;
      if (!down) may_go_down = false;
    }
  }
  return true;
}

/// The same for a legal tree in which s moves to another switch. The last hop of a legal path goes down if
/// any hop does.
bool TreeState::is_legal_at(std::size_t tree, SwitchId s, SwitchId to) const {
  if (!leads_to_hosts(tree, s)) return true;
  const auto& parent = now_.parents[tree];
  bool has_down = goes_down(to, s), may_go_down = has_down;
  for (SwitchId at = to; parent[at] != at; at = parent[at]) {
    const bool down = goes_down(parent[at], at);
    if (down && !may_go_down) return false;
    has_down |= down, may_go_down &= down;
  }
  return !has_down || goes_down(parent[s], s) || !goes_up_beyond(tree, s);
}

/// True when a path to hosts goes up somewhere after s.
bool TreeState::goes_up_beyond(std::size_t tree, SwitchId s) const {
  const auto& parent = now_.parents[tree];
  for (const SwitchId end : ends_) {
    bool up = false;
    SwitchId at = end;
    for (; at != s && parent[at] != at; at = parent[at]) up |= !goes_down(parent[at], at);
    if (at == s && up) return true;
  }
  return false;
}

void TreeState::hang(std::size_t tree, SwitchId s, SwitchId to, double amount) {
  const std::int32_t served = served_[tree][s];
  count_way(tree, s, -amount, -served);
  now_.parents[tree][s] = to;
  count_way(tree, s, amount, served);
  for (const TrunkId t : changed_) weigh(t);
  changed_.clear();
}

bool TreeState::move(std::size_t tree, SwitchId s, SwitchId to) {
  if (parent(tree, to) == no_id || is_beyond(tree, s, to) || !is_legal_at(tree, s, to)) return false;
  hang(tree, s, to, through_[tree][s]);
  return true;
}

bool TreeState::swap_places(std::uint32_t place) {
  auto& order = now_.order;
  const auto at = [&](std::uint32_t wanted) { return std::find(order.begin(), order.end(), wanted); };
  const auto one = at(place), other = at(place + 1);
  if (one == order.end() || other == order.end()) return false;
  std::iter_swap(one, other);
  const auto a = static_cast<SwitchId>(one - order.begin()), b = static_cast<SwitchId>(other - order.begin());
  for (std::size_t tree = 0; tree < count(); ++tree) {
    if (parent(tree, a) != b && parent(tree, b) != a) continue;  // no hop of it changes its direction
    if (is_legal(tree)) continue;
    std::iter_swap(one, other);
    return false;
  }
  return true;
}

}  // namespace ebb::inline rules
