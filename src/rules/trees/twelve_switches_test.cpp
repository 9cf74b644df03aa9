// How near to the least power the search comes on twelve switches, where no solver ends. Two networks have
// proofs of their own: in a leaf-spine every trunk belongs to one leaf, and a ring has few trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "network/builder.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline rules {
namespace {

constexpr std::uint32_t links_of_trunk = 3;
/// Ports of a rack switch, both ends: 1.74 W at 1 Gb/s, 0.36 at 100 Mb/s, 0.24 at 10 Mb/s.
constexpr double full_w = 1.74;
const std::vector<SlowerRate> rack_rates{{0.1, 0.36}, {0.01, 0.24}};

/// Three links between each of these pairs of switches. The first `leaves` switches have a host each.
Network joined(std::uint32_t switches, std::uint32_t leaves,
               const std::vector<std::pair<SwitchId, SwitchId>>& pairs) {
  NetworkBuilder builder;
  const std::uint8_t cable = builder.add_class({"cable", Medium::copper, {1'000'000'000}, {1'000}});
  std::vector<std::uint32_t> ports(switches, 0), next(switches, 0);
  for (SwitchId s = 0; s < leaves; ++s) ports[s] = next[s] = 1;
  for (const auto& [a, b] : pairs) ports[a] += links_of_trunk, ports[b] += links_of_trunk;
  for (const std::uint32_t count : ports) builder.add_switches(1, count);
  builder.set_hosts(leaves);
  for (SwitchId s = 0; s < leaves; ++s) builder.attach(s, s, 0, cable);
  for (const auto& [a, b] : pairs)
    for (std::uint32_t i = 0; i < links_of_trunk; ++i) builder.connect(a, next[a]++, b, next[b]++, cable);
  return builder.finish(GraphShape{});
}

Network nine_leaves_three_spines() {
  std::vector<std::pair<SwitchId, SwitchId>> pairs;
  for (SwitchId leaf = 0; leaf < 9; ++leaf)
    for (SwitchId spine = 9; spine < 12; ++spine) pairs.emplace_back(leaf, spine);
  return joined(12, 9, pairs);
}

Network ring_of_twelve() {
  std::vector<std::pair<SwitchId, SwitchId>> pairs;
  for (SwitchId s = 0; s < 11; ++s) pairs.emplace_back(s, s + 1);
  pairs.emplace_back(0, 11);
  return joined(12, 12, pairs);
}

/// Each switch with hosts sends to four others, from 1 to 200 kB, log-uniform.
SwitchDemand to_four_others(std::uint32_t switches, std::uint32_t leaves, std::uint64_t seed) {
  Random random(seed, 99);
  SwitchDemand demand(switches);
  for (SwitchId from = 0; from < leaves; ++from) {
    std::set<SwitchId> others;
    while (others.size() < 4)
      if (const auto to = static_cast<SwitchId>(random.below(leaves)); to != from) others.insert(to);
    for (const SwitchId to : others)
      demand.at(from, to) = std::floor(std::exp(random.unit() * std::log(200.0)) * 10) / 10;
  }
  return demand;
}

double watts_of(double traffic, double peak) {
  const TrunkUse use = lightest_use(traffic, peak, links_of_trunk, full_w, rack_rates);
  return use.links > links_of_trunk ? INFINITY : use.weight;
}

double found_watts(const Network& network, const SwitchDemand& demand, double peak) {
  const Trunks trunks(network);
  const LinkChoice choice = fewest_links(network, trunks, demand, peak, LinkWeights(trunks.size(), full_w),
                                         SlowerRates(trunks.size(), rack_rates));
  EXPECT_TRUE(choice.enough);
  double sum = 0;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    sum += choice.links[t] * (choice.rates[t] == 0 ? full_w : rack_rates[choice.rates[t] - 1].weight);
  return sum;
}

using EachTrunk = std::vector<double>;  ///< of one switch, the largest first

/// The watts of three trunks for every way to send whole flows over them, without those that another way
/// undercuts on every trunk.
std::set<EachTrunk> ways_to_carry(const std::vector<double>& flows, double peak) {
  std::set<EachTrunk> loads{EachTrunk(3, 0)};
  for (const double flow : flows) {
    std::set<EachTrunk> more;
    for (const EachTrunk& load : loads)
      for (std::size_t trunk = 0; trunk < 3; ++trunk) {
        EachTrunk next = load;
        next[trunk] += flow;
        std::sort(next.begin(), next.end(), std::greater<>());
        more.insert(next);
      }
    loads = std::move(more);
  }
  std::set<EachTrunk> ways;
  for (EachTrunk load : loads) {
    for (double& trunk : load) trunk = trunk > 0 ? watts_of(trunk, peak) : 0;
    const auto undercuts = [&](const EachTrunk& other) {
      return std::equal(other.begin(), other.end(), load.begin(), std::less_equal<>());
    };
    if (std::any_of(ways.begin(), ways.end(), undercuts)) continue;
    std::erase_if(ways, [&](const EachTrunk& other) {
      return std::equal(load.begin(), load.end(), other.begin(), std::less_equal<>());
    });
    ways.insert(load);
  }
  return ways;
}

/// No trees need less for the trunks of one leaf: a flow enters and leaves it over one of them, whole. The
/// dearest trunk for what leaves is best the dearest for what enters, and so on.
double least_at_leaf(const SwitchDemand& demand, SwitchId leaf, double peak) {
  std::vector<double> out, in;
  for (SwitchId other = 0; other < demand.switches(); ++other) {
    if (other == leaf) continue;
    if (demand.at(leaf, other) > 0) out.push_back(demand.at(leaf, other));
    if (demand.at(other, leaf) > 0) in.push_back(demand.at(other, leaf));
  }
  double least = INFINITY;
  const auto ways_in = ways_to_carry(in, peak);
  for (const EachTrunk& leaving : ways_to_carry(out, peak))
    for (const EachTrunk& entering : ways_in)
      least = std::min(
          least, std::transform_reduce(leaving.begin(), leaving.end(), entering.begin(), 0.0, std::plus<>(),
                                       [](double a, double b) { return std::max(a, b); }));
  return least;
}

TEST(TwelveSwitches, OfALeafSpineAreWithinTwoPercentOfABoundOnAverage) {
  const Network network = nine_leaves_three_spines();
  double gaps = 0;
  int cases = 0, optimal = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    for (const double peak : {150.0, 300.0, 600.0}) {
      const SwitchDemand demand = to_four_others(12, 9, seed);
      double bound = 0;
      for (SwitchId leaf = 0; leaf < 9; ++leaf) bound += least_at_leaf(demand, leaf, peak);
      const double found = found_watts(network, demand, peak);
      EXPECT_GE(found, bound - 1e-6) << "seed " << seed << ", peak " << peak;
      gaps += found / bound - 1, ++cases;
      optimal += found < bound + 1e-6;
    }
  EXPECT_LE(gaps / cases, 0.02);
  EXPECT_GE(optimal, cases / 2);
}

/// The least watts of all up-down trees on a ring. In an order of the switches one of them, `top`, is passed
/// by no path: all other sources leave out one of its two trunks. Only its own tree is any.
class RingTrees {
 public:
  RingTrees(const SwitchDemand& demand, double peak) : demand_(demand), peak_(peak) {}

  double least() {
    for (SwitchId top = 0; top < n; ++top) add(0, top, Loads{}, no_id);
    return least_;
  }

 private:
  static constexpr std::uint32_t n = 12;
  using Loads = std::array<double, 2 * n>;  ///< trunk t, from t to t + 1: forward and back

  void add_tree(Loads& load, SwitchId source, SwitchId without) const {
    const std::uint32_t forward = (without + n - source) % n;  // so many are reached that way
    for (std::uint32_t steps = 1; steps < n; ++steps) {
      const double amount = demand_.at(source, (source + steps) % n);
      if (amount == 0) continue;
      for (std::uint32_t i = 0; steps <= forward && i < steps; ++i) load[2 * ((source + i) % n)] += amount;
      for (std::uint32_t i = 1; steps > forward && i <= n - steps; ++i)
        load[2 * ((source + n - i) % n) + 1] += amount;
    }
  }
  /// Of trunks with traffic; with `all`, also of those that only have paths.
  double watts(const Loads& load, bool all, SwitchId unused) const {
    double sum = 0;
    for (SwitchId t = 0; t < n; ++t)
      if (const double most = std::max(load[2 * t], load[2 * t + 1]); most > 0 || (all && t != unused))
        sum += watts_of(most, peak_);
    return sum;
  }
  /// `unused`: the trunk that all trees so far leave out, or n.
  void add(SwitchId source, SwitchId top, const Loads& load, SwitchId unused) {
    const double so_far = watts(load, source == n, unused);
    if (so_far >= least_) return;
    if (source == n) {
      least_ = so_far;
      return;
    }
    for (SwitchId without = 0; without < n; ++without) {
      if (source != top && without != top && without != (top + n - 1) % n) continue;
      Loads more = load;
      add_tree(more, source, without);
      add(source + 1, top, more, source == 0 || unused == without ? without : n);
    }
  }

  const SwitchDemand& demand_;
  double peak_, least_ = INFINITY;
};

TEST(TwelveSwitches, OfARingHaveTheLeastPowerOfAllTrees) {
  const Network network = ring_of_twelve();
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    for (const double peak : {400.0, 1000.0}) {
      const SwitchDemand demand = to_four_others(12, 12, seed);
      EXPECT_NEAR(found_watts(network, demand, peak), RingTrees(demand, peak).least(), 1e-6)
          << "seed " << seed << ", peak " << peak;
    }
}

}  // namespace
}  // namespace ebb::inline rules
