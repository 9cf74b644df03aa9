// The least weight of links over all trees in all orders of the switches: the reference of the search. For
// networks of four switches or fewer.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>

#include "network/builder.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline rules {

/// This many links between each two switches: 0-1, 0-2, …, 1-2, … The first of them have a host each: all, or
/// `with_hosts`.
inline Network joined_network(std::uint32_t switches, const std::vector<std::uint32_t>& links,
                              std::uint32_t with_hosts = no_id) {
  const std::uint32_t hosts = std::min(switches, with_hosts);
  NetworkBuilder builder;
  const std::uint8_t cable = builder.add_class({"cable", Medium::copper, {1'000'000'000}, {1'000}});
  std::vector<std::uint32_t> ports(switches, 0), next(switches, 0);
  for (SwitchId s = 0; s < hosts; ++s) ports[s] = next[s] = 1;
  const auto each_trunk = [&](auto&& visit) {
    for (SwitchId a = 0, trunk = 0; a < switches; ++a)
      for (SwitchId b = a + 1; b < switches; ++b, ++trunk) visit(a, b, links[trunk]);
  };
  each_trunk([&](SwitchId a, SwitchId b, std::uint32_t count) { ports[a] += count, ports[b] += count; });
  for (const std::uint32_t count : ports) builder.add_switches(1, count);
  builder.set_hosts(hosts);
  for (SwitchId s = 0; s < hosts; ++s) builder.attach(s, s, 0, cable);
  each_trunk([&](SwitchId a, SwitchId b, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) builder.connect(a, next[a]++, b, next[b]++, cable);
  });
  return builder.finish(GraphShape{});
}

class EveryTree {
 public:
  EveryTree(const Trunks& trunks, const SwitchDemand& demand, double peak, LinkWeights weights)
      : trunks_(trunks), demand_(demand), peak_(peak), weights_(std::move(weights)) {
    for (SwitchId source = 0; source < trunks.switches(); ++source) {
      trees_.emplace_back();
      std::vector<SwitchId> parent(trunks.switches(), no_id);
      parent[source] = source;
      grow(source, parent, 0);
    }
  }

  /// Empty: no trees keep every channel below the peak.
  std::optional<double> least() {
    order_.resize(trunks_.switches());
    std::iota(order_.begin(), order_.end(), 0);
    least_ = 1e300;
    do add(0, std::vector<double>(trunks_.channels(), 0), std::vector<bool>(trunks_.size(), false));
    while (std::next_permutation(order_.begin(), order_.end()));
    return least_ < 1e300 ? std::optional(least_) : std::nullopt;
  }

 private:
  using Parents = std::vector<SwitchId>;

  void grow(SwitchId source, Parents& parent, SwitchId s) {
    if (s == trunks_.switches()) {
      if (is_tree(source, parent)) trees_[source].push_back(parent);
      return;
    }
    if (s == source) return grow(source, parent, s + 1);
    for (const TrunkId t : trunks_.of(s)) parent[s] = trunks_[t].other(s), grow(source, parent, s + 1);
  }
  bool is_tree(SwitchId source, const Parents& parent) const {
    for (SwitchId s = 0; s < parent.size(); ++s) {
      SwitchId at = s;
      for (std::size_t hops = 0; hops < parent.size() && at != source; ++hops) at = parent[at];
      if (at != source) return false;
    }
    return true;
  }
  /// No path has a switch that comes later in the order than both of its neighbours.
  bool is_legal(const Parents& parent) const {
    for (SwitchId s = 0; s < parent.size(); ++s) {
      const SwitchId middle = parent[s], first = parent[middle];
      if (middle != s && first != middle && order_[middle] > order_[s] && order_[middle] > order_[first])
        return false;
    }
    return true;
  }
  /// The weight so far, which further trees never reduce; empty when links are missing.
  std::optional<double> weight(const std::vector<double>& traffic, const std::vector<bool>& used) const {
    double sum = 0;
    for (TrunkId t = 0; t < trunks_.size(); ++t) {
      if (!used[t]) continue;
      const std::uint32_t links =
          std::max(1u, links_for(std::max(traffic[2 * t], traffic[2 * t + 1]), peak_));
      if (links > trunks_[t].links()) return std::nullopt;
      sum += weights_[t] * links;
    }
    return sum;
  }
  void add(SwitchId source, const std::vector<double>& traffic, const std::vector<bool>& used) {
    const auto so_far = weight(traffic, used);
    if (!so_far || *so_far >= least_) return;
    if (source == trunks_.switches()) {
      least_ = *so_far;
      return;
    }
    for (const Parents& parent : trees_[source]) {
      if (!is_legal(parent)) continue;
      std::vector<double> more = traffic;
      std::vector<bool> also = used;
      for (SwitchId to = 0; to < parent.size(); ++to)
        for (SwitchId at = to; parent[at] != at; at = parent[at]) {
          const TrunkId t = trunks_.between(parent[at], at);
          more[trunks_.channel_from(parent[at], t)] += demand_.at(source, to), also[t] = true;
        }
      add(source + 1, more, also);
    }
  }

  const Trunks& trunks_;
  const SwitchDemand& demand_;
  double peak_;
  LinkWeights weights_;
  std::vector<std::vector<Parents>> trees_;  ///< of each source
  std::vector<std::uint32_t> order_;
  double least_ = 0;
};

}  // namespace ebb::inline rules
