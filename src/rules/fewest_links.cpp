// The search for trees that need few links. A state is one tree per source; a move hangs a part of one tree
// onto another switch, or empties a whole trunk.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "network/distance.hpp"
#include "rules/link_choice.hpp"
#include "rules/link_orders.hpp"

namespace ebb::inline rules {
namespace {

class TreeSearch {
 public:
  TreeSearch(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
             const LinkWeights& weights, std::vector<std::uint32_t> order)
      : trunks_(trunks),
        demand_(demand),
        peak_(peak),
        weights_(weights),
        ends_(switches_with_hosts(network)),
        order_(std::move(order)),
        traffic_(trunks.channels(), 0),
        uses_(trunks.size(), 0) {
    for (TrunkId t = 0; t < trunks.size(); ++t) missing_ += weights_[t] * trunks[t].links();
    missing_ = std::max(100.0, missing_);
    start_with(tree_paths(network, trunks, TrunkSet(trunks.size(), true), order_));
    direct_ = parents_;
    start_with(tree_paths(network, trunks, trunks_of_tree(), order_));
    one_tree_ = parents_;
  }

  /// From two starts, where paths are shortest and where all are in one tree: steps that are better, until
  /// there is none; then some that are worse at first, less and less often; and those that are better again.
  void run() {
    auto best = direct_;
    double least = 1e300;
    for (std::uint64_t round = 0; round < 8; ++round) {
      parents_ = round < 2 ? direct_ : round < 4 ? one_tree_ : best;
      count_all();
      take_better_steps();
      wander(round);
      take_better_steps();
      if (cost() < least - hair) least = cost(), best = parents_;
    }
    parents_ = std::move(best);
    count_all();
  }

  static constexpr double hair = 1e-6;  ///< less is no improvement, but a rounding error

  /// The weight of the links in use. One that is not there counts more than all that are, so that the search
  /// leaves it first.
  double cost() const {
    double sum = 0;
    for (TrunkId t = 0; t < trunks_.size(); ++t) {
      const std::uint32_t wanted = links(t), there = trunks_[t].links();
      sum += weights_[t] * std::min(wanted, there) + missing_ * (wanted > there ? wanted - there : 0);
    }
    return sum;
  }
  PathSet paths() const {
    PathSet paths(trunks_.switches());
    for (std::size_t tree = 0; tree < parents_.size(); ++tree)
      for (const SwitchId to : ends_) {
        Path path{to};
        while (path.back() != ends_[tree]) path.push_back(parents_[tree][path.back()]);
        std::reverse(path.begin(), path.end());
        if (path.size() > 1) paths.set(std::move(path));
      }
    return paths;
  }
  std::uint32_t links(TrunkId t) const {
    if (uses_[t] == 0) return 0;
    return std::max<std::uint32_t>(links_for(std::max(traffic_[2 * t], traffic_[2 * t + 1]), peak_), 1);
  }

 private:
  void start_with(const PathSet& paths) {
    parents_.clear();
    for (const SwitchId source : ends_) {
      parents_.emplace_back(trunks_.switches(), no_id);
      parents_.back()[source] = source;
      for (const SwitchId to : ends_) {
        const Path& path = paths.path(source, to);
        for (std::size_t i = 1; i < path.size(); ++i) parents_.back()[path[i]] = path[i - 1];
      }
    }
  }
  /// Each switch's lightest trunk to a neighbour before it in the order, and of equal ones that to the first:
  /// a tree whose paths are all legal.
  TrunkSet trunks_of_tree() const {
    TrunkSet tree(trunks_.size(), false);
    for (SwitchId s = 0; s < trunks_.switches(); ++s) {
      TrunkId best = no_id;
      const auto rank = [&](TrunkId t) { return std::pair(weights_[t], order_[trunks_[t].other(s)]); };
      for (const TrunkId t : trunks_.of(s))
        if (order_[trunks_[t].other(s)] < order_[s] && (best == no_id || rank(t) < rank(best))) best = t;
      if (best != no_id) tree[best] = true;
    }
    return tree;
  }
  void take_better_steps() {
    for (bool better = true; better;) {
      better = false;
      for (const TrunkId t : trunks_by_traffic()) better |= empty(t);
      for (std::size_t tree = 0; tree < parents_.size(); ++tree)
        for (SwitchId s = 0; s < trunks_.switches(); ++s) better |= improve(tree, s);
      count_all();  // adding and taking away leaves rounding errors behind
    }
  }
  void wander(std::uint64_t round) {
    constexpr std::uint64_t most_steps = 15'000, work = 2'000'000, count_again = 1000;
    const std::uint64_t size = std::uint64_t{trunks_.switches()} * trunks_.switches() + trunks_.size();
    const std::uint64_t steps = std::min(most_steps, work / size);
    Random random(round, 18);
    auto best = parents_;
    double least = cost(), here = effort();
    for (std::uint64_t step = 0; step < steps; ++step) {
      if (step % count_again == 0) count_all(), here = effort();
      const double left = static_cast<double>(steps - step) / static_cast<double>(steps);
      here = random_step(random, here, left * random.unit());
      if (const double now = cost(); now < least - hair) least = now, best = parents_;
    }
    parents_ = std::move(best);
    count_all();
  }
  /// Hangs a random switch of a random tree elsewhere, unless that adds too much. Returns the effort after
  /// it.
  double random_step(Random& random, double here, double may_add) {
    const std::size_t tree = random.below(parents_.size());
    const auto s = static_cast<SwitchId>(random.below(trunks_.switches()));
    const SwitchId before = parents_[tree][s];
    if (before == no_id || before == s) return here;
    const SwitchId to = trunks_[trunks_.of(s)[random.below(trunks_.of(s).size())]].other(s);
    if (to == before || !move(tree, s, to)) return here;
    if (const double after = effort(); after <= here + may_add) return after;
    move(tree, s, before);
    return here;
  }
  /// The cost, and how far each trunk is from being empty: the way to fewer links is downhill then.
  double effort() const {
    double sum = cost();
    for (TrunkId t = 0; t < trunks_.size(); ++t) {
      const double most = std::max(traffic_[2 * t], traffic_[2 * t + 1]);
      if (uses_[t] > 0 && most > 0) sum += weights_[t] * std::sqrt(most / peak_);
    }
    return sum;
  }

  /// What goes beyond s in a tree, s included.
  double beyond(std::size_t tree, SwitchId s) const {
    double sum = 0;
    for (const SwitchId to : ends_)
      if (is_beyond(tree, s, to)) sum += demand_.at(ends_[tree], to);
    return sum;
  }
  bool is_beyond(std::size_t tree, SwitchId s, SwitchId to) const {
    const auto& parent = parents_[tree];
    for (SwitchId at = to; parent[at] != no_id; at = parent[at]) {
      if (at == s) return true;
      if (parent[at] == at) return false;
    }
    return false;
  }
  void count_way(std::size_t tree, SwitchId s, double amount) {
    const auto& parent = parents_[tree];
    for (SwitchId at = s; parent[at] != at; at = parent[at])
      traffic_[trunks_.channel_from(parent[at], trunks_.between(parent[at], at))] += amount;
  }
  void count_all() {
    std::fill(traffic_.begin(), traffic_.end(), 0);
    std::fill(uses_.begin(), uses_.end(), 0);
    for (std::size_t tree = 0; tree < parents_.size(); ++tree) {
      for (const SwitchId to : ends_) count_way(tree, to, demand_.at(ends_[tree], to));
      for (SwitchId s = 0; s < trunks_.switches(); ++s)
        if (parents_[tree][s] != no_id && parents_[tree][s] != s)
          ++uses_[trunks_.between(parents_[tree][s], s)];
    }
  }
  /// No way of the tree goes up after it went down.
  bool is_legal(std::size_t tree) const {
    const auto& parent = parents_[tree];
    for (SwitchId s = 0; s < trunks_.switches(); ++s) {
      if (parent[s] == no_id) continue;
      bool may_go_down = true;  // walked backwards, a legal way has its downs first
      for (SwitchId at = s; parent[at] != at; at = parent[at]) {
        const bool goes_up = order_[at] < order_[parent[at]];
        if (!goes_up && !may_go_down) return false;
        if (goes_up) may_go_down = false;
      }
    }
    return true;
  }
  /// Hangs s, with all beyond it, onto another switch. False: the tree would be none, or illegal.
  bool move(std::size_t tree, SwitchId s, SwitchId to) {
    auto& parent = parents_[tree];
    if (parent[to] == no_id || is_beyond(tree, s, to)) return false;
    const SwitchId before = parent[s];
    const double amount = beyond(tree, s);
    count_way(tree, s, -amount);
    --uses_[trunks_.between(before, s)];
    parent[s] = to;
    count_way(tree, s, amount);
    ++uses_[trunks_.between(to, s)];
    if (is_legal(tree)) return true;
    move_back(tree, s, before, amount);
    return false;
  }
  void move_back(std::size_t tree, SwitchId s, SwitchId before, double amount) {
    count_way(tree, s, -amount);
    --uses_[trunks_.between(parents_[tree][s], s)];
    parents_[tree][s] = before;
    count_way(tree, s, amount);
    ++uses_[trunks_.between(before, s)];
  }
  /// The cheapest other place of s in a tree, not over `without`; true if it was moved there.
  bool move_to_best(std::size_t tree, SwitchId s, TrunkId without, double bound) {
    const SwitchId before = parents_[tree][s];
    SwitchId best = no_id;
    for (const TrunkId t : trunks_.of(s)) {
      const SwitchId to = trunks_[t].other(s);
      if (t == without || to == before || !move(tree, s, to)) continue;
      if (const double now = cost(); now < bound - hair) bound = now, best = to;
      move(tree, s, before);
    }
    return best != no_id && move(tree, s, best);
  }
  bool improve(std::size_t tree, SwitchId s) {
    const SwitchId before = parents_[tree][s];
    return before != no_id && before != s && move_to_best(tree, s, no_id, cost());
  }
  /// Moves every use of a trunk elsewhere, if that saves a link.
  bool empty(TrunkId t) {
    if (uses_[t] == 0) return false;
    const auto kept = parents_;
    const double before = cost();
    bool moved = true;
    for (std::size_t tree = 0; tree < parents_.size() && moved; ++tree)
      for (const SwitchId s : {trunks_[t].a, trunks_[t].b})
        if (moved && parents_[tree][s] == trunks_[t].other(s)) moved = move_to_best(tree, s, t, 1e300);
    if (moved && cost() < before - hair) return true;
    parents_ = kept;
    count_all();
    return false;
  }
  std::vector<TrunkId> trunks_by_traffic() const {
    std::vector<TrunkId> sorted(trunks_.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    const auto both = [&](TrunkId t) { return traffic_[2 * t] + traffic_[2 * t + 1]; };
    std::stable_sort(sorted.begin(), sorted.end(), [&](TrunkId x, TrunkId y) { return both(x) < both(y); });
    return sorted;
  }

  const Trunks& trunks_;
  const SwitchDemand& demand_;
  double peak_;
  const LinkWeights& weights_;
  double missing_ = 0;  ///< what a link counts that is not there
  std::vector<SwitchId> ends_;
  std::vector<std::uint32_t> order_;
  using Parents = std::vector<std::vector<SwitchId>>;
  Parents parents_;            ///< of each source's tree; no_id: not in it
  Parents direct_, one_tree_;  ///< to start from
  std::vector<double> traffic_;
  std::vector<std::uint32_t> uses_;  ///< trees that have the trunk
};

}  // namespace

LinkChoice fewest_links(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
                        const LinkWeights& weights) {
  const LinkWeights scale = scaled_weights(weights, trunks.size());
  LinkChoice choice{{}, PathSet(0), 0};
  double least = 1e300;
  for (auto& order : orders_to_try(trunks, scale)) {
    TreeSearch search(network, trunks, demand, peak, scale, std::move(order));
    search.run();
    if (search.cost() >= least - TreeSearch::hair) continue;
    least = search.cost();
    choice = {{}, search.paths(), 0};
    for (TrunkId t = 0; t < trunks.size(); ++t) {
      choice.links.push_back(std::min(search.links(t), trunks[t].links()));
      choice.in_use += choice.links.back();
    }
  }
  return choice;
}

}  // namespace ebb::inline rules
