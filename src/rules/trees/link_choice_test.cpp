#include "rules/trees/link_choice.hpp"

#include <gmock/gmock.h>

#include "base/random.hpp"
#include "fabric/trees/solver.hpp"
#include "rules/trees/vlan_trees.hpp"
#include "topology/complete.hpp"
#include "topology/irregular.hpp"

namespace ebb::inline rules {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Network complete(std::int64_t switches, std::int64_t links) {
  Complete t;
  t.switches = switches, t.hosts_per_switch = 1, t.links = links;
  return t.build(Cables{});
}

PathSet all_paths(const Network& network, const Trunks& trunks) {
  return tree_paths(network, trunks, TrunkSet(trunks.size(), true), PathRule::up_down);
}

/// Whole numbers up to `most`, at least 1.
SwitchDemand random_demand(std::uint32_t switches, std::uint64_t most, std::uint64_t seed) {
  Random random(seed, 3);
  SwitchDemand demand(switches);
  for (SwitchId from = 0; from < switches; ++from)
    for (SwitchId to = 0; to < switches; ++to)
      if (from != to) demand.at(from, to) = static_cast<double>(1 + random.below(most));
  return demand;
}

SwitchDemand one_from_each_to_each(std::uint32_t switches) { return random_demand(switches, 1, 0); }

std::uint32_t sum(const std::vector<std::uint32_t>& links) {
  std::uint32_t all = 0;
  for (const std::uint32_t n : links) all += n;
  return all;
}

TEST(LinkChoice, CountsWhatCrossesEachChannel) {
  const Network network = complete(3, 2);
  const Trunks trunks(network);
  PathSet paths = all_paths(network, trunks);
  paths.set({1, 0, 2});
  SwitchDemand demand(3);
  demand.at(0, 1) = 10, demand.at(1, 2) = 5, demand.at(2, 0) = 1;
  // Channels: s0 > s1, s1 > s0, s0 > s2, s2 > s0, s1 > s2, s2 > s1.
  EXPECT_THAT(channel_traffic(trunks, paths, demand), ElementsAre(10, 5, 5, 1, 0, 0));
}

TEST(LinkChoice, KeepsEveryChannelBelowThePeakAndOneLinkForTheRest) {
  const Network network = complete(3, 5);
  const Trunks trunks(network);
  // Exactly twice the peak needs three links: the paper says "less than".
  EXPECT_THAT(links_below_peak(trunks, {20, 19, 0, 0, 9, 3}, 10), ElementsAre(3u, 1u, 1u));
  EXPECT_THAT(links_below_peak(trunks, {0, 0, 0, 0, 0, 0}, 10), Each(1u));
}

TEST(LinkChoice, LeavesAllLinksOnWhereEvenTheyAreNotEnough) {
  const Network network = complete(2, 5);
  EXPECT_THAT(links_below_peak(Trunks(network), {1000, 0}, 10), ElementsAre(5u));
}

TEST(LinkChoice, MovesPathsToSwitchMoreLinksOff) {
  const Network network = complete(4, 1);
  const Trunks trunks(network);
  const SwitchDemand demand = one_from_each_to_each(4);
  EXPECT_EQ(fewest_links(network, trunks, demand, 100).in_use, 3u);  // a tree is enough
  EXPECT_EQ(fewest_links(network, trunks, demand, 1.5).in_use, 6u);  // each channel is full
}

TEST(LinkChoice, IsATreePerSourceWithoutACircleAndBelowThePeak) {
  Irregular graph;
  graph.switches = 10, graph.degree = 4, graph.hosts_per_switch = 1;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Network network = seed % 2 ? complete(6, 5) : graph.build(Cables{});
    const Trunks trunks(network);
    const SwitchDemand demand = random_demand(network.switches(), 40, seed);
    const double peak = seed % 2 ? 25 : 2000;
    const LinkChoice choice = fewest_links(network, trunks, demand, peak);
    TrunkSet on;
    for (const std::uint32_t n : choice.links) on.push_back(n > 0);
    EXPECT_THAT(check_path_set(network, trunks, on, choice.paths), IsEmpty());
    EXPECT_TRUE(source_trees(network, trunks, choice.paths));
    EXPECT_THAT(waiting_cycle(trunks, choice.paths), IsEmpty());
    const auto traffic = channel_traffic(trunks, choice.paths, demand);
    for (std::uint32_t c = 0; c < trunks.channels(); ++c)
      EXPECT_TRUE(traffic[c] == 0 || traffic[c] < peak * choice.links[c / 2]);
    EXPECT_LE(choice.in_use, sum(links_below_peak(
                                 trunks, channel_traffic(trunks, all_paths(network, trunks), demand), peak)));
  }
}

TEST(LinkChoice, ComesWithinAFewPercentOfWhatASolverProvesLeast) {
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  double least = 0, ours = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Network network = complete(4, 3);
    const Trunks trunks(network);
    const SwitchDemand demand = random_demand(4, 20, seed);
    const auto proven = proved_least(fewest_links_program(network, trunks, demand, 15));
    ASSERT_TRUE(proven);
    const LinkChoice choice = fewest_links(network, trunks, demand, 15);
    EXPECT_GE(choice.in_use + 1e-6, *proven) << "seed " << seed;
    least += *proven, ours += choice.in_use;
  }
  EXPECT_LE(ours, 1.05 * least);
}

double weight_of(const LinkChoice& choice, const LinkWeights& weights) {
  double sum = 0;
  for (TrunkId t = 0; t < choice.links.size(); ++t) sum += weights[t] * choice.links[t];
  return sum;
}

/// Three switches in a triangle, each sends 1 to each. With peak 2.5 two links are enough, and each carries
/// two paths in a direction: the link of 5 W can be off, whichever it is.
TEST(LinkChoice, LeavesOutTheLinkThatDrawsMost) {
  const Network network = complete(3, 1);
  const Trunks trunks(network);
  const SwitchDemand demand = one_from_each_to_each(3);
  for (TrunkId heavy = 0; heavy < 3; ++heavy) {
    LinkWeights weights(3, 1);
    weights[heavy] = 5;
    const LinkChoice choice = fewest_links(network, trunks, demand, 2.5, weights);
    EXPECT_EQ(choice.links[heavy], 0u);
    EXPECT_EQ(choice.in_use, 2u);
  }
}

/// From s0 to s1 directly, where a link needs 9 W, or by s2, where two need 1 W each. The traffic needs three
/// links of the direct trunk, so the fewest links are 3, and one more that leads to s2: 28 W. By s2 it needs
/// three links of both trunks: six links of 6 W in all.
TEST(LinkChoice, TakesMoreLinksWhereTheyDrawLess) {
  const Network network = complete(3, 5);
  const Trunks trunks(network);
  SwitchDemand demand(3);
  demand.at(0, 1) = 28;
  demand.at(0, 2) = demand.at(2, 1) = demand.at(1, 0) = demand.at(1, 2) = demand.at(2, 0) = 0.5;
  const double peak = 10;
  const LinkWeights watts{9, 1, 1};  // s0-s1, s0-s2, s1-s2
  const LinkChoice fewest = fewest_links(network, trunks, demand, peak);
  EXPECT_EQ(fewest.in_use, 4u);
  const LinkChoice least = fewest_links(network, trunks, demand, peak, watts);
  EXPECT_THAT(least.links, ElementsAre(0u, 3u, 3u));
  EXPECT_EQ(weight_of(least, watts), 6);
  EXPECT_GT(weight_of(fewest, watts), 6);
}

/// 49 bytes from s0 to s1 need five links. The direct ones need a hundred times as much power as others; but
/// every other trunk from s0 carries 41 bytes, and has one link too few for both.
TEST(LinkChoice, BreaksNoPeakForLighterLinks) {
  const Network network = complete(8, 9);
  const Trunks trunks(network);
  SwitchDemand demand(8);
  demand.at(0, 1) = 49;
  for (SwitchId to = 2; to < 8; ++to) demand.at(0, to) = 41;
  LinkWeights weights(trunks.size(), 1);
  weights[trunks.between(0, 1)] = 100;
  const LinkChoice choice = fewest_links(network, trunks, demand, 10, weights);
  const auto traffic = channel_traffic(trunks, choice.paths, demand);
  for (TrunkId t = 0; t < trunks.size(); ++t)
    EXPECT_LE(links_for(std::max(traffic[2 * t], traffic[2 * t + 1]), 10), 9u) << t;
}

TEST(LinkChoice, EqualLinksGiveTheChoiceOfTheFewest) {
  Irregular graph;
  graph.switches = 10, graph.degree = 4, graph.hosts_per_switch = 1;
  for (const Network& network : {complete(6, 5), graph.build(Cables{})}) {
    const Trunks trunks(network);
    const SwitchDemand demand = random_demand(network.switches(), 40, 7);
    const LinkChoice fewest = fewest_links(network, trunks, demand, 60),
                     equal = fewest_links(network, trunks, demand, 60, LinkWeights(trunks.size(), 3.7));
    EXPECT_EQ(fewest.links, equal.links);
    for (SwitchId from = 0; from < network.switches(); ++from)
      for (SwitchId to = 0; to < network.switches(); ++to)
        EXPECT_EQ(fewest.paths.path(from, to), equal.paths.path(from, to));
  }
}

TEST(LinkChoice, ComesWithinAFewPercentOfTheLeastPowerThatASolverProves) {
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  double least = 0, ours = 0, of_fewest = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Network network = complete(4, 3);
    const Trunks trunks(network);
    const SwitchDemand demand = random_demand(4, 20, seed);
    LinkWeights watts;
    Random random(seed, 5);
    for (TrunkId t = 0; t < trunks.size(); ++t) watts.push_back(static_cast<double>(1 + random.below(9)));
    const auto proven = proved_least(fewest_links_program(network, trunks, demand, 15, watts));
    ASSERT_TRUE(proven);
    const double found = weight_of(fewest_links(network, trunks, demand, 15, watts), watts);
    EXPECT_GE(found + 1e-6, *proven) << "seed " << seed;
    least += *proven, ours += found;
    of_fewest += weight_of(fewest_links(network, trunks, demand, 15), watts);
  }
  EXPECT_LE(ours, 1.05 * least);
  EXPECT_LT(ours, of_fewest);
}

/// Ports of a rack switch, both ends: 1.74 W at 1 Gb/s, 0.36 at 100 Mb/s, 0.24 at 10 Mb/s.
constexpr double full_w = 1.74;
const std::vector<SlowerRate> rack_rates{{0.1, 0.36}, {0.01, 0.24}};

TEST(LinkChoice, SlowsLinksDownWhereThatIsLighter) {
  const auto use = [](double traffic) { return lightest_use(traffic, 100, 5, full_w, rack_rates); };
  EXPECT_EQ(use(0).rate, 2u);
  EXPECT_EQ(use(0.9).rate, 2u);  // one link at 10 Mb/s stays below 1
  EXPECT_EQ(use(1).rate, 1u);    // one at 100 Mb/s needs less power than two at 10
  EXPECT_EQ(use(39).rate, 1u);
  EXPECT_EQ(use(39).links, 4u);
  EXPECT_NEAR(use(39).weight, 1.44, 1e-9);
  EXPECT_EQ(use(41).rate, 0u);  // five links of 0.36 W are more than one of 1.74
  EXPECT_EQ(use(41).links, 1u);
  EXPECT_EQ(use(600).links, 7u);  // two more than there are
}

TEST(LinkChoice, OfSlowLinksStaysBelowTheirPeakAndNeedsLessPower) {
  const Network network = complete(6, 5);
  const Trunks trunks(network);
  const LinkWeights watts(trunks.size(), full_w);
  const SlowerRates slower(trunks.size(), rack_rates);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const SwitchDemand demand = random_demand(6, 3, seed);
    const double peak = 100;
    const LinkChoice slow = fewest_links(network, trunks, demand, peak, watts, slower),
                     fast = fewest_links(network, trunks, demand, peak, watts);
    ASSERT_TRUE(slow.enough);
    const auto traffic = channel_traffic(trunks, slow.paths, demand);
    double weight = 0;
    for (TrunkId t = 0; t < trunks.size(); ++t) {
      const std::uint32_t rate = slow.rates[t];
      const double share = rate == 0 ? 1 : rack_rates[rate - 1].share;
      const double most = std::max(traffic[2 * t], traffic[2 * t + 1]);
      EXPECT_TRUE(most == 0 || most < peak * share * slow.links[t]) << t;
      weight += slow.links[t] * (rate == 0 ? full_w : rack_rates[rate - 1].weight);
    }
    EXPECT_LT(weight, weight_of(fast, watts));
  }
}

/// Where one tree is not enough: some trunks beside it, but not all that the paths as they are would need.
TEST(LinkChoice, OfLargeNetworksIsGreedyAndBelowThePeak) {
  Irregular graph;
  graph.switches = 160, graph.degree = 5, graph.hosts_per_switch = 1;
  const Network network = graph.build(Cables{});
  const Trunks trunks(network);
  const SwitchDemand demand = random_demand(160, 3, 1);
  const LinkWeights watts(trunks.size(), full_w);
  const SlowerRates slower(trunks.size(), rack_rates);
  const auto traffic_by_rule = channel_traffic(trunks, all_paths(network, trunks), demand);
  const double peak = 1.1 * *std::max_element(traffic_by_rule.begin(), traffic_by_rule.end());
  const LinkChoice choice = fewest_links(network, trunks, demand, peak, watts, slower);
  ASSERT_TRUE(choice.enough);
  EXPECT_TRUE(source_trees(network, trunks, choice.paths));
  EXPECT_THAT(waiting_cycle(trunks, choice.paths), IsEmpty());
  const auto traffic = channel_traffic(trunks, choice.paths, demand);
  double weight = 0, by_rule = 0;
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    const std::uint32_t rate = choice.rates[t];
    const double share = rate == 0 ? 1 : rack_rates[rate - 1].share;
    const double most = std::max(traffic[2 * t], traffic[2 * t + 1]);
    EXPECT_TRUE(most == 0 || most < peak * share * choice.links[t]) << t;
    weight += choice.links[t] * (rate == 0 ? full_w : rack_rates[rate - 1].weight);
    by_rule += lightest_use(std::max(traffic_by_rule[2 * t], traffic_by_rule[2 * t + 1]), peak, 1, full_w,
                            rack_rates)
                   .weight;
  }
  EXPECT_LT(weight, by_rule);
}

TEST(LinkChoice, OfSlowLinksComesNearWhatASolverProvesLeast) {
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  double least = 0, ours = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Network network = complete(4, 3);
    const Trunks trunks(network);
    const SwitchDemand demand = random_demand(4, 20, seed);
    const LinkWeights watts(trunks.size(), full_w);
    const SlowerRates slower(trunks.size(), rack_rates);
    const auto proven = proved_least(fewest_links_program(network, trunks, demand, 100, watts, slower));
    ASSERT_TRUE(proven);
    const LinkChoice choice = fewest_links(network, trunks, demand, 100, watts, slower);
    double found = 0;
    for (TrunkId t = 0; t < trunks.size(); ++t)
      found += choice.links[t] * (choice.rates[t] == 0 ? full_w : rack_rates[choice.rates[t] - 1].weight);
    EXPECT_GE(found + 1e-6, *proven) << "seed " << seed;
    least += *proven, ours += found;
  }
  EXPECT_LE(ours, 1.02 * least);
}

}  // namespace
}  // namespace ebb::inline rules
