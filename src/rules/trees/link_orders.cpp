#include "rules/trees/link_orders.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "network/distance.hpp"

namespace ebb::inline rules {
namespace {

/// The order in which a tree of the lightest links grows from a root: all its paths go up and then down, and
/// every switch but the root has one before it that it can go up to. Of equal links those near the root come
/// first, so that the last switch is far from it, and another one for each root; then `Ties` selects.
enum class Ties : std::uint8_t { lowest_number, highest_number };
std::vector<std::uint32_t> light_order(const Trunks& trunks, const LinkWeights& weights, SwitchId root,
                                       Ties ties) {
  std::vector<std::uint32_t> order(trunks.switches(), no_id);
  // The lightest trunk that leads there, and the hops from the root.
  std::vector<std::pair<double, std::uint32_t>> reach(trunks.switches(), {1e300, 0});
  reach[root] = {-1e300, 0};
  for (std::uint32_t place = 0; place < trunks.switches(); ++place) {
    SwitchId next = no_id;
    const auto comes_first = [&](SwitchId s) {
      return ties == Ties::lowest_number ? reach[s] < reach[next] : reach[s] <= reach[next];
    };
    for (SwitchId s = 0; s < trunks.switches(); ++s)
      if (order[s] == no_id && (next == no_id || comes_first(s))) next = s;
    order[next] = place;
    for (const TrunkId t : trunks.of(next)) {
      auto& of_other = reach[trunks[t].other(next)];
      of_other = std::min(of_other, std::pair(weights[t], reach[next].second + 1));
    }
  }
  return order;
}

/// Three switches have three orders to try, and four have twelve.
bool has_few_orders(const Trunks& trunks) { return trunks.switches() == 3 || trunks.switches() == 4; }

/// Every order. The first two could be swapped: the same paths are legal then.
std::vector<std::vector<std::uint32_t>> every_order(const Trunks& trunks) {
  std::vector<std::vector<std::uint32_t>> orders;
  std::vector<SwitchId> sorted(trunks.switches());
  std::iota(sorted.begin(), sorted.end(), 0);
  do {
    if (sorted[0] < sorted[1]) orders.push_back(places_of(sorted));
  } while (std::next_permutation(sorted.begin(), sorted.end()));
  return orders;
}

/// Switches without hosts come first, as the spines of a Clos network: then all of them can be turning
/// points.
std::vector<std::uint32_t> spines_first(const Network& network, const std::vector<std::uint32_t>& order) {
  std::vector<bool> has_hosts(order.size(), false);
  for (const SwitchId s : switches_with_hosts(network)) has_hosts[s] = true;
  std::vector<SwitchId> sorted(order.size());
  for (SwitchId s = 0; s < order.size(); ++s) sorted[order[s]] = s;
  std::stable_partition(sorted.begin(), sorted.end(), [&](SwitchId s) { return !has_hosts[s]; });
  return places_of(sorted);
}

/// Orders from the switches with the lightest trunks around them.
std::vector<std::vector<std::uint32_t>> light_orders(const Trunks& trunks, const LinkWeights& weights,
                                                     std::size_t most_roots, Ties ties) {
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
  std::vector<std::vector<std::uint32_t>> orders;
  for (const SwitchId root : roots) orders.push_back(light_order(trunks, weights, root, ties));
  return orders;
}

}  // namespace

bool all_equal(const LinkWeights& weights) {
  return std::adjacent_find(weights.begin(), weights.end(), std::not_equal_to<>()) == weights.end();
}

LinkWeights scaled_weights(const LinkWeights& weights, std::uint32_t trunks) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  LinkWeights made(trunks, 1);
  if (!all_equal(weights) && all > 0)
    for (TrunkId t = 0; t < trunks; ++t) made[t] = weights[t] * trunks / all;
  return made;
}

SlowerRates scaled_rates(const SlowerRates& slower, const LinkWeights& weights, const LinkWeights& scale) {
  SlowerRates made = slower;
  for (TrunkId t = 0; t < made.size(); ++t)
    for (SlowerRate& rate : made[t]) rate.weight *= weights[t] > 0 ? scale[t] / weights[t] : 0;
  return made;
}

std::vector<std::vector<std::uint32_t>> orders_to_try(const Network& network, const Trunks& trunks,
                                                      const LinkWeights& weights) {
  const std::size_t most_roots = trunks.switches() > many_switches ? 6 : many_switches;
  std::vector<std::vector<std::uint32_t>> orders{up_down_order(trunks, TrunkSet(trunks.size(), true))};
  if (auto order = spines_first(network, orders[0]); order != orders[0]) orders.push_back(std::move(order));
  if (all_equal(weights) && trunks.switches() > many_switches) return orders;
  for (auto& order : has_few_orders(trunks) ? every_order(trunks)
                                            : light_orders(trunks, weights, most_roots, Ties::lowest_number))
    orders.push_back(std::move(order));
  return orders;
}

std::vector<std::vector<std::uint32_t>> more_orders(const Trunks& trunks, const LinkWeights& weights) {
  const std::size_t most_roots = trunks.switches() > many_switches ? 1 : 6;
  if (has_few_orders(trunks) && all_equal(weights)) return {};  // all of them have been tried
  constexpr std::uint32_t few_enough = 5;                       // 60 orders, and a second
  if (trunks.switches() > 2 && trunks.switches() <= few_enough) return every_order(trunks);
  LinkWeights turned;
  for (const double weight : weights) turned.push_back(-weight);
  return light_orders(trunks, turned, most_roots, Ties::highest_number);
}

}  // namespace ebb::inline rules
