// The search for trees that need few links. A step moves a part of one tree to another switch, or empties a
// whole trunk.
#include <algorithm>
#include <array>
#include <numeric>

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "network/demand.hpp"
#include "network/network.hpp"
#include "rules/trees/greedy_links.hpp"
#include "rules/trees/link_choice.hpp"
#include "rules/trees/link_orders.hpp"
#include "rules/trees/tree_state.hpp"

namespace ebb::inline rules {
namespace {

constexpr std::size_t rounds = 8, rounds_from_starts = 4;
constexpr double hair = 1e-6;  ///< a smaller difference is a rounding error

/// The freedom of a search. Where links are equal, steps of one link are enough. Where they differ, light
/// links may be reached only by adding a heavy link first, or one that does not exist; and another order of
/// the switches may allow other turns.
enum class Wander : std::uint8_t { by_single_links, freely };

class TreeSearch {
 public:
  TreeSearch(TreeState state, const Trunks& trunks, const LinkWeights& weights, Wander how)
      : state_(std::move(state)),
        trunks_(trunks),
        weights_(weights),
        heaviest_(weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end())),
        how_(how) {}

  /// From two starts, shortest paths and all paths in one tree: takes improving steps until there is none;
  /// then some that are worse at first, less and less often (simulated annealing); and improving ones again.
  const TreeState& run() {
    const OrderedTrees direct = state_.direct();
    if (!state_.reaches_all(direct)) return state_;
    const OrderedTrees one_tree = state_.one_tree();
    OrderedTrees best = direct;
    double least = 1e300;
    for (std::size_t round = 0; round < rounds_from_starts; ++round)
      try_round(round, round < rounds_from_starts / 2 ? direct : one_tree, best, least);
    return run_from(std::move(best), least);
  }
  /// Only the rounds that continue from the best so far, which is `best` at first.
  const TreeState& run_from(OrderedTrees best, double least = 1e300) {
    for (std::size_t round = rounds_from_starts; round < rounds; ++round) try_round(round, best, best, least);
    state_.set(best);
    return state_;
  }

 private:
  void try_round(std::size_t round, const OrderedTrees& from, OrderedTrees& best, double& least) {
    state_.set(from);
    take_better_steps();
    wander(round);
    take_better_steps();
    if (state_.cost() < least - hair) least = state_.cost(), best = state_.trees();
  }
  void take_better_steps() {
    for (bool better = true; better;) {
      better = false;
      for (const TrunkId t : trunks_by_traffic()) better |= empty(t);
      for (std::size_t tree = 0; tree < state_.count(); ++tree)
        for (SwitchId s = 0; s < trunks_.switches(); ++s) better |= improve(tree, s);
      state_.count_all();
    }
  }
  /// Every other round allows states with missing links, which then count as much as the heaviest. Rounds
  /// from the starts begin hot: several heavy links more may be needed to have none missing.
  void wander(std::size_t round) {
    constexpr std::uint64_t count_again = 1000;
    const std::uint64_t steps = steps_of_a_round();
    const bool free = how_ == Wander::freely, leniently = free && round % 2 == 0;
    constexpr std::array<double, rounds> heats{1, 6, 3, 6, 1, 1, 1, 1};  // links that a step may add at first
    const double missing = leniently ? heaviest_ : state_.missing(), heat = free ? heats[round] : 1;
    Random random(round, 18);
    OrderedTrees best = state_.trees();
    double least = state_.cost(), here = state_.effort(missing);
    for (std::uint64_t step = 0; step < steps; ++step) {
      if (step % count_again == 0) state_.count_all(), here = state_.effort(missing);
      const double left = static_cast<double>(steps - step) / static_cast<double>(steps);
      if (!random_step(random, here, left * heat * may_add(random), missing)) continue;
      if (const double now = state_.cost(); now < least - hair) least = now, best = state_.trees();
    }
    state_.set(best);
  }
  /// Small networks have few trees, and large ones take long for each step. Lower rates leave more local
  /// optima: on 12 switches three times the steps end at the optimum more often, and six times no more.
  std::uint64_t steps_of_a_round() const {
    constexpr std::uint64_t most_steps = 15'000, work = 2'000'000, of_each_move = 110, for_rates = 3;
    const std::uint64_t switches = trunks_.switches(), size = switches * switches + trunks_.size(),
                        moves = state_.count() *
                                (std::max<std::uint64_t>(trunks_.channels(), switches) - switches);
    return std::min({most_steps, work / size, of_each_move * moves}) * (state_.has_slower() ? for_rates : 1);
  }
  /// Adds one existing link's weight: heavy ones are tried too, and light ones are still distinguished.
  double may_add(Random& random) const {
    const double part = random.unit();
    return how_ == Wander::freely ? part * weights_[random.below(weights_.size())] : part;
  }
  /// Moves a random switch of a random tree elsewhere, unless that adds too much. `here` is the effort before
  /// and after it. False: nothing moved.
  bool random_step(Random& random, double& here, double may_add, double missing) {
    constexpr std::uint64_t steps_in_an_order = 16;
    if (how_ == Wander::freely && random.below(steps_in_an_order) == 0)
      state_.swap_places(static_cast<std::uint32_t>(random.below(trunks_.switches())));
    const std::size_t tree = random.below(state_.count());
    const auto s = static_cast<SwitchId>(random.below(trunks_.switches()));
    if (!state_.can_move(tree, s)) return false;
    const SwitchId before = state_.parent(tree, s);
    const SwitchId to = trunks_[trunks_.of(s)[random.below(trunks_.of(s).size())]].other(s);
    if (to == before || !state_.move(tree, s, to)) return false;
    const double after = state_.effort(missing);
    if (after > here + may_add) {
      state_.move(tree, s, before);
      return false;
    }
    here = after;
    return true;
  }

  /// Finds the cheapest other parent of s in a tree, not over `without`; true if it was moved there.
  bool move_to_best(std::size_t tree, SwitchId s, TrunkId without, double bound) {
    const SwitchId before = state_.parent(tree, s);
    SwitchId best = no_id;
    for (const TrunkId t : trunks_.of(s)) {
      const SwitchId to = trunks_[t].other(s);
      if (t == without || to == before || !state_.move(tree, s, to)) continue;
      if (const double now = state_.cost(); now < bound - hair) bound = now, best = to;
      state_.move(tree, s, before);
    }
    return best != no_id && state_.move(tree, s, best);
  }
  bool improve(std::size_t tree, SwitchId s) {
    return state_.can_move(tree, s) && move_to_best(tree, s, no_id, state_.cost());
  }
  /// Moves every use of a trunk elsewhere, if that saves a link.
  bool empty(TrunkId t) {
    if (!state_.is_used(t)) return false;
    const OrderedTrees kept = state_.trees();
    const double before = state_.cost();
    bool moved = true;
    for (std::size_t tree = 0; tree < state_.count() && moved; ++tree)
      for (const SwitchId s : {trunks_[t].a, trunks_[t].b})
        if (moved && state_.parent(tree, s) == trunks_[t].other(s) && state_.leads_to_hosts(tree, s))
          moved = move_to_best(tree, s, t, 1e300);
    if (moved && state_.cost() < before - hair) return true;
    state_.set(kept);
    return false;
  }
  std::vector<TrunkId> trunks_by_traffic() const {
    std::vector<TrunkId> sorted(trunks_.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](TrunkId x, TrunkId y) { return state_.traffic(x) < state_.traffic(y); });
    return sorted;
  }

  TreeState state_;
  const Trunks& trunks_;
  const LinkWeights& weights_;
  double heaviest_;
  Wander how_;
};

}  // namespace

LinkChoice fewest_links(const Network& network, const Trunks& trunks, const SwitchDemand& demand, double peak,
                        const LinkWeights& weights, const SlowerRates& slower) {
  ENSURE(slower.empty() || !weights.empty());
  const LinkWeights scale = scaled_weights(weights, trunks.size()), ones(trunks.size(), 1);
  const SlowerRates scaled = scaled_rates(slower, weights, scale), none;
  const auto state_of = [&](const LinkWeights& of_links, const std::vector<std::uint32_t>& order) {
    return TreeState(network, trunks, demand, peak, of_links, &of_links == &scale ? scaled : none, order);
  };
  const auto search = [&](const LinkWeights& of_links, const std::vector<std::uint32_t>& order, Wander how) {
    return TreeSearch(state_of(of_links, order), trunks, of_links, how);
  };
  LinkChoice choice{{}, PathSet(0), 0, false};
  double least = 1e300;
  const auto keep_if_better = [&](const TreeState& found) {
    if (found.count() == 0 || found.cost() >= least - hair) return;  // none: the order allows no paths
    least = found.cost();
    choice = {{}, found.paths(), 0, !found.misses_links()};
    for (TrunkId t = 0; t < trunks.size(); ++t) {
      const TrunkUse use = found.use(t);
      choice.links.push_back(std::min(use.links, trunks[t].links()));
      choice.rates.push_back(use.rate);
      choice.in_use += choice.links.back();
    }
  };
  if (trunks.switches() >= too_many_to_search) {
    TreeState state = state_of(scale, up_down_order(trunks, TrunkSet(trunks.size(), true)));
    keep_if_better(take_greedy_trees(state, trunks));
    return choice;
  }
  const bool alike = all_equal(weights) && slower.empty(), small = trunks.switches() <= many_switches;
  for (const auto& order : orders_to_try(network, trunks, scale)) {
    if (alike) keep_if_better(search(scale, order, Wander::by_single_links).run());
    if (!alike || small) keep_if_better(search(scale, order, Wander::freely).run());
  }
  if (choice.enough) return choice;
  // Whether links are missing does not depend on their weights: heavy ones obstruct the search.
  for (const auto& order : more_orders(trunks, scale)) {
    TreeSearch any = search(ones, order, Wander::freely);
    const TreeState& found = any.run();
    if (found.count() == 0) continue;
    if (scale == ones)
      keep_if_better(found);
    else
      keep_if_better(search(scale, order, Wander::freely).run_from(found.trees()));
  }
  return choice;
}

}  // namespace ebb::inline rules
