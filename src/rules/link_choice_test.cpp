#include "rules/link_choice.hpp"

#include <gmock/gmock.h>

#include "base/random.hpp"
#include "fabric/solver.hpp"
#include "rules/vlan_trees.hpp"
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
  SwitchDemand demand(4);
  for (SwitchId from = 0; from < 4; ++from)
    for (SwitchId to = 0; to < 4; ++to)
      if (from != to) demand.at(from, to) = 1;
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
    EXPECT_THAT(waiting_circle(trunks, choice.paths), IsEmpty());
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

}  // namespace
}  // namespace ebb::inline rules
