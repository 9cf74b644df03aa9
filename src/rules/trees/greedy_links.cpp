#include "rules/trees/greedy_links.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace ebb::inline rules {
namespace {

class GreedyTrees {
 public:
  GreedyTrees(TreeState& state, const Trunks& trunks) : state_(state), by_traffic_(trunks.size()) {
    state_.set(state_.direct());
    std::iota(by_traffic_.begin(), by_traffic_.end(), 0);
    std::stable_sort(by_traffic_.begin(), by_traffic_.end(),
                     [&](TrunkId x, TrunkId y) { return state_.traffic(x) > state_.traffic(y); });
  }

  /// Twice as many trunks each time, then halfway between the best number and its neighbours.
  void run() {
    const std::size_t all = by_traffic_.size();
    for (std::size_t number = 0; number < all; number = std::max<std::size_t>(2 * number, 1)) cost(number);
    cost(all);
    constexpr std::size_t refinements = 4;
    for (std::size_t i = 0; i < refinements; ++i) {
      const auto best = least();
      const std::size_t here = best->first;
      const std::size_t below = best == costs_.begin() ? here : std::prev(best)->first;
      const std::size_t above = std::next(best) == costs_.end() ? here : std::next(best)->first;
      cost(below + (here - below) / 2), cost(here + (above - here) / 2);
    }
    state_.set(trees(least()->first));
  }

 private:
  using Costs = std::map<std::size_t, double>;  ///< by number of trunks

  Costs::const_iterator least() const {
    return std::min_element(costs_.begin(), costs_.end(),
                            [](const auto& one, const auto& other) { return one.second < other.second; });
  }
  OrderedTrees trees(std::size_t number) const {
    TrunkSet on = state_.light_tree();
    for (std::size_t i = 0; i < number; ++i) on[by_traffic_[i]] = true;
    return state_.trees_over(on);
  }
  void cost(std::size_t number) {
    if (costs_.contains(number)) return;
    state_.set(trees(number));
    costs_[number] = state_.cost();
  }

  TreeState& state_;
  std::vector<TrunkId> by_traffic_;  ///< the busiest first
  Costs costs_;
};

}  // namespace

const TreeState& take_greedy_trees(TreeState& state, const Trunks& trunks) {
  const OrderedTrees direct = state.direct();
  if (state.reaches_all(direct)) GreedyTrees(state, trunks).run();
  return state;
}

}  // namespace ebb::inline rules
