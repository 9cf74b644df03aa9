#include "rules/link_orders.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ebb::inline rules {
namespace {

bool all_equal(const LinkWeights& weights) {
  return std::adjacent_find(weights.begin(), weights.end(), std::not_equal_to<>()) == weights.end();
}

/// The order in which a tree of the lightest links grows from a root: all its paths go up and then down.
std::vector<std::uint32_t> light_order(const Trunks& trunks, const LinkWeights& weights, SwitchId root) {
  std::vector<std::uint32_t> order(trunks.switches(), no_id);
  std::vector<double> reach(trunks.switches(), 1e300);  // the lightest trunk that leads there
  reach[root] = 0;
  for (std::uint32_t place = 0; place < trunks.switches(); ++place) {
    SwitchId next = no_id;
    for (SwitchId s = 0; s < trunks.switches(); ++s)
      if (order[s] == no_id && (next == no_id || reach[s] < reach[next])) next = s;
    order[next] = place;
    for (const TrunkId t : trunks.of(next))
      reach[trunks[t].other(next)] = std::min(reach[trunks[t].other(next)], weights[t]);
  }
  return order;
}

}  // namespace

LinkWeights scaled_weights(const LinkWeights& weights, std::uint32_t trunks) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  LinkWeights made(trunks, 1);
  if (!all_equal(weights) && all > 0)
    for (TrunkId t = 0; t < trunks; ++t) made[t] = weights[t] * trunks / all;
  return made;
}

std::vector<std::vector<std::uint32_t>> orders_to_try(const Trunks& trunks, const LinkWeights& weights) {
  constexpr std::size_t most_roots = 6;
  std::vector<std::vector<std::uint32_t>> orders{up_down_order(trunks, TrunkSet(trunks.size(), true))};
  if (all_equal(weights)) return orders;
  std::vector<SwitchId> roots(trunks.switches());
  std::iota(roots.begin(), roots.end(), 0);
  const auto weight_around = [&](SwitchId s) {
    double sum = 0;
    for (const TrunkId t : trunks.of(s)) sum += weights[t];
    return sum / static_cast<double>(std::max<std::size_t>(1, trunks.of(s).size()));
  };
  std::stable_sort(roots.begin(), roots.end(),
                   [&](SwitchId x, SwitchId y) { return weight_around(x) < weight_around(y); });
  roots.resize(std::min(roots.size(), most_roots));
  for (const SwitchId root : roots) orders.push_back(light_order(trunks, weights, root));
  return orders;
}

}  // namespace ebb::inline rules
