#include "rules/link_orders.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ebb::inline rules {
namespace {

/// The order in which a tree of the lightest links grows from a root: all its paths go up and then down, and
/// every switch but the root has one before it that it can go up to. Of equal links, which come first?
enum class Ties : std::uint8_t { lowest_number, highest_number };
std::vector<std::uint32_t> light_order(const Trunks& trunks, const LinkWeights& weights, SwitchId root,
                                       Ties ties) {
  std::vector<std::uint32_t> order(trunks.switches(), no_id);
  std::vector<double> reach(trunks.switches(), 1e300);  // the lightest trunk that leads there
  reach[root] = -1e300;
  for (std::uint32_t place = 0; place < trunks.switches(); ++place) {
    SwitchId next = no_id;
    const auto comes_first = [&](SwitchId s) {
      return ties == Ties::lowest_number ? reach[s] < reach[next] : reach[s] <= reach[next];
    };
    for (SwitchId s = 0; s < trunks.switches(); ++s)
      if (order[s] == no_id && (next == no_id || comes_first(s))) next = s;
    order[next] = place;
    for (const TrunkId t : trunks.of(next))
      reach[trunks[t].other(next)] = std::min(reach[trunks[t].other(next)], weights[t]);
  }
  return order;
}

/// Three switches have three orders to try, and four have twelve.
bool has_few_orders(const Trunks& trunks) { return trunks.switches() == 3 || trunks.switches() == 4; }

/// Every order in which each switch but the first has one before it that it can go up to. The first two could
/// change places: the same ways are legal then.
std::vector<std::vector<std::uint32_t>> every_order(const Trunks& trunks) {
  std::vector<std::vector<std::uint32_t>> orders;
  std::vector<SwitchId> sorted(trunks.switches());
  std::iota(sorted.begin(), sorted.end(), 0);
  do {
    std::vector<std::uint32_t> order(trunks.switches());
    for (std::uint32_t place = 0; place < sorted.size(); ++place) order[sorted[place]] = place;
    const auto can_go_up = [&](SwitchId s) {
      const auto& mine = trunks.of(s);
      return order[s] == 0 || std::any_of(mine.begin(), mine.end(),
                                          [&](TrunkId t) { return order[trunks[t].other(s)] < order[s]; });
    };
    if (sorted[0] < sorted[1] && std::all_of(sorted.begin(), sorted.end(), can_go_up))
      orders.push_back(std::move(order));
  } while (std::next_permutation(sorted.begin(), sorted.end()));
  return orders;
}

/// Those from the switches with the lightest trunks around them.
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

std::vector<std::vector<std::uint32_t>> orders_to_try(const Trunks& trunks, const LinkWeights& weights) {
  constexpr std::size_t most_roots = 6;
  std::vector<std::vector<std::uint32_t>> orders{up_down_order(trunks, TrunkSet(trunks.size(), true))};
  if (all_equal(weights)) return orders;
  if (has_few_orders(trunks)) return every_order(trunks);
  for (auto& order : light_orders(trunks, weights, most_roots, Ties::lowest_number))
    orders.push_back(std::move(order));
  return orders;
}

std::vector<std::vector<std::uint32_t>> more_orders(const Trunks& trunks, const LinkWeights& weights) {
  constexpr std::uint32_t many = 12;  // switches: a search takes seconds
  const std::size_t most_roots = trunks.switches() > many ? 1 : 6;
  if (has_few_orders(trunks)) return every_order(trunks);
  LinkWeights turned;
  for (const double weight : weights) turned.push_back(-weight);
  return light_orders(trunks, turned, most_roots, Ties::highest_number);
}

}  // namespace ebb::inline rules
