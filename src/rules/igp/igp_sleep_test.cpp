#include "rules/igp/igp_sleep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/random.hpp"
#include "rules/igp/igp_blocks.hpp"
#include "rules/igp/igp_bridges.hpp"
#include "rules/igp/igp_loads.hpp"
#include "rules/igp/igp_optimum.hpp"
#include "rules/igp/igp_state.hpp"

namespace ebb::inline rules {
namespace {

IgpNetwork network_of(std::uint32_t routers, const std::vector<std::array<std::uint32_t, 2>>& links,
                      double capacity = 10) {
  IgpNetwork network;
  for (std::uint32_t s = 0; s < routers; ++s) network.routers.push_back(std::to_string(s));
  for (const auto& [a, b] : links) network.links.push_back({a, b, 1, 1, capacity, capacity});
  return network;
}

/// Two ways from 0 to 3, by 1 and by 2.
IgpNetwork square() { return network_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}); }

/// Connected, with parallel links and small metrics, so that many paths are equal.
IgpNetwork random_network(Random& random, std::uint32_t most_links) {
  const auto routers = static_cast<std::uint32_t>(3 + random.below(4));
  IgpNetwork network = network_of(routers, {});
  for (std::uint32_t s = 1; s < routers; ++s)
    network.links.push_back({static_cast<RouterId>(random.below(s)), s, 1, 1, 1, 1});
  while (network.links.size() < most_links) {
    const auto a = static_cast<RouterId>(random.below(routers)),
               b = static_cast<RouterId>(random.below(routers));
    if (a != b) network.links.push_back({a, b, 1, 1, 1, 1});
  }
  for (IgpLink& link : network.links) {
    link.metric_ab = 1 + static_cast<std::int64_t>(random.below(3));
    link.metric_ba = 1 + static_cast<std::int64_t>(random.below(3));
    link.capacity_ab = 5 + static_cast<double>(random.below(10));
    link.capacity_ba = 5 + static_cast<double>(random.below(10));
  }
  return network;
}

std::vector<IgpDemand> random_demands(Random& random, const IgpNetwork& network) {
  std::vector<IgpDemand> demands;
  for (RouterId a = 0; a < network.size(); ++a)
    for (RouterId b = 0; b < network.size(); ++b)
      if (a != b && random.below(3) > 0) demands.push_back({a, b, static_cast<double>(random.below(4))});
  return demands;
}

std::vector<IgpLinkId> chosen(std::uint32_t bits, std::size_t links) {
  std::vector<IgpLinkId> asleep;
  for (IgpLinkId l = 0; l < links; ++l)
    if (bits >> l & 1) asleep.push_back(l);
  return asleep;
}

/// The most links that can sleep, by looking at every choice with check_sleep().
std::size_t most_by_hand(const IgpSleepRequest& request) {
  std::size_t most = 0;
  for (std::uint32_t bits = 0; bits < 1u << request.network.links.size(); ++bits) {
    const auto asleep = chosen(bits, request.network.links.size());
    if (asleep.size() <= most) continue;
    const IgpSleepCheck check = check_sleep(request, asleep);
    if (check.connected && check.newly_full == 0) most = asleep.size();
  }
  return most;
}

TEST(IgpLoads, SplitEvenlyOverEqualPathsAndParallelLinks) {
  const IgpNetwork even = square();
  EXPECT_EQ(IgpLoads(even, {{0, 3, 8}}).loads(), (std::vector<double>{4, 0, 4, 0, 4, 0, 4, 0}));
  // Three links, two of them parallel, each a third; what arrives at 1 goes on over one link.
  const IgpNetwork parallel = network_of(4, {{0, 1}, {0, 1}, {0, 2}, {1, 3}, {2, 3}});
  const IgpLoads loads(parallel, {{0, 3, 9}});
  EXPECT_EQ(loads.load(0), 3);
  EXPECT_EQ(loads.load(4), 3);
  EXPECT_EQ(loads.load(6), 6);
  EXPECT_EQ(loads.load(8), 3);
}

TEST(IgpLoads, FollowTheMetricsOfEachDirection) {
  IgpNetwork network = square();
  network.links[0].metric_ab = 5;
  IgpLoads loads(network, {{0, 3, 8}, {3, 0, 6}});
  EXPECT_EQ(loads.loads(), (std::vector<double>{0, 3, 8, 3, 0, 3, 8, 3}));
  loads.set(1, false);
  EXPECT_EQ(loads.loads(), (std::vector<double>{8, 6, 0, 0, 8, 6, 0, 0}));
  loads.set(2, false);
  EXPECT_GT(loads.pairs_cut(), 0u);
  loads.undo();
  EXPECT_EQ(loads.pairs_cut(), 0u);
  EXPECT_EQ(loads.load(0), 8);
}

/// To the bit: what happened before must not decide between two choices.
TEST(IgpLoads, DoNotDependOnEarlierChanges) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed, 1);
    const IgpNetwork network = random_network(random, 9);
    const auto demands = random_demands(random, network);
    IgpLoads changed(network, demands);
    for (int step = 0; step < 30; ++step) {
      const auto l = static_cast<IgpLinkId>(random.below(network.links.size()));
      changed.set(l, !changed.is_on(l));
      if (random.below(4) == 0) changed.undo();
      IgpLoads fresh(network, demands);
      fresh.set_all(changed.on());
      ASSERT_EQ(changed.loads(), fresh.loads()) << seed;
      ASSERT_EQ(changed.pairs_cut(), fresh.pairs_cut());
    }
  }
}

TEST(IgpBlocks, CarryWhatTheWholeNetworkCarries) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed, 2);
    const IgpNetwork network = random_network(random, 4 + static_cast<std::uint32_t>(random.below(6)));
    const auto demands = random_demands(random, network);
    const IgpLoads whole(network, demands);
    const std::vector<bool> bridges = igp_bridges(network, whole.on());
    std::size_t in_blocks = 0;
    for (const IgpBlock& block : igp_blocks(network, demands)) {
      const IgpLoads part(block.network, block.demands);
      in_blocks += block.links.size();
      for (IgpLinkId l = 0; l < block.links.size(); ++l) {
        EXPECT_FALSE(bridges[block.links[l]]) << seed;
        for (const IgpChannelId c : {0u, 1u})
          EXPECT_NEAR(part.load(2 * l + c), whole.load(2 * block.links[l] + c), 1e-9) << seed;
      }
    }
    EXPECT_EQ(in_blocks, static_cast<std::size_t>(std::count(bridges.begin(), bridges.end(), false))) << seed;
  }
}

TEST(IgpSleep, KeepsChannelsBelowTheirLimits) {
  const IgpNetwork network = square();
  const std::vector<IgpDemand> fits{{0, 3, 8}}, too_much{{0, 3, 8.1}};
  EXPECT_EQ(search_sleep({.network = network, .demands = fits}).asleep.size(), 1u);
  EXPECT_TRUE(search_sleep({.network = network, .demands = too_much}).asleep.empty());
  EXPECT_EQ(search_sleep({.network = network, .demands = too_much}).at_most, 0u);
  EXPECT_EQ(search_sleep({.network = network, .demands = too_much, .max_utilisation = 0.9}).asleep.size(),
            1u);
}

/// All links carry 9 of 10 with everything on.
TEST(IgpSleep, LetsFullChannelsGrowOnlyWhereAsked) {
  const IgpNetwork network = square();
  const std::vector<IgpDemand> demands{{0, 3, 18}, {3, 0, 18}};
  EXPECT_TRUE(search_sleep({.network = network, .demands = demands}).asleep.empty());
  EXPECT_EQ(search_sleep({.network = network, .demands = demands, .full_may_grow = true}).asleep.size(), 1u);
}

TEST(IgpSleep, WithASpareSurvivesAnyFailure) {
  // A ring of four with both diagonals: four links of six have to stay.
  const IgpNetwork network = network_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}});
  EXPECT_EQ(most_asleep(network, false), 3u);
  EXPECT_EQ(most_asleep(network, true), 2u);
  const std::vector<IgpDemand> none;
  EXPECT_EQ(search_sleep({.network = network, .demands = none}).asleep.size(), 3u);
  EXPECT_EQ(search_sleep({.network = network, .demands = none, .spare = true}).asleep.size(), 2u);
}

TEST(IgpSleep, FindsTheMostThatAnyChoiceAllows) {
  std::size_t better_than_greedy = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed, 3);
    const IgpNetwork network = random_network(random, 4 + static_cast<std::uint32_t>(random.below(6)));
    const auto demands = random_demands(random, network);
    const IgpSleepRequest request{
        .network = network, .demands = demands, .full_may_grow = seed % 2 == 0, .spare = seed % 3 == 0};
    const IgpSleepPlan plan = search_sleep(request);
    const IgpSleepCheck check = check_sleep(request, plan.asleep);
    EXPECT_TRUE(check.connected) << seed;
    EXPECT_EQ(check.newly_full, 0u) << seed;
    EXPECT_EQ(plan.asleep.size(), most_by_hand(request)) << seed;
    EXPECT_EQ(plan.at_most, plan.asleep.size()) << seed;
    better_than_greedy += plan.asleep.size() > greedy_sleep(request).asleep.size();
  }
  EXPECT_GT(better_than_greedy, 5u);
}

/// Without work for a proof the bound is that of a spanning tree, and what is found is allowed all the same.
TEST(IgpSleep, IsAllowedHoweverLittleWorkItMayDo) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed, 4);
    const IgpNetwork network = random_network(random, 9);
    const auto demands = random_demands(random, network);
    for (const std::uint64_t work : {0, 3'000, 100'000}) {
      const IgpSleepRequest request{.network = network, .demands = demands, .most_work = work};
      const IgpSleepPlan plan = search_sleep(request);
      EXPECT_EQ(check_sleep(request, plan.asleep).newly_full, 0u) << seed;
      EXPECT_GE(plan.asleep.size(), greedy_sleep(request).asleep.size()) << seed;
      EXPECT_GE(plan.at_most, most_by_hand(request)) << seed;
    }
  }
}

/// A card of two links saves more than a link elsewhere.
TEST(IgpSleep, PrefersWholePartsOfRouters) {
  const IgpNetwork network = network_of(3, {{0, 1}, {0, 1}, {0, 2}, {0, 2}, {1, 2}});
  const std::vector<IgpDemand> none;
  const IgpSleepRequest request{
      .network = network, .demands = none, .savings = {.links = {1, 1, 1, 1, 1}, .parts = {{{2, 3}, 10}}}};
  const IgpSleepPlan plan = search_sleep(request);
  EXPECT_EQ(plan.asleep.size(), 3u);
  EXPECT_EQ(plan.saved, 13);
}

/// Three routers, each pair joined by a link of 10. 0 sends 1 to 1; capacity is 6 x 10, of which 1 is used,
/// so that the budget is 30 / 250 x 0.0001 x 3,600 = 0.0432: only links without load may sleep, and one of
/// them.
TEST(IgpLoadsOnly, ReroutesNoMoreThanItsBudget) {
  const IgpNetwork network = network_of(3, {{0, 1}, {1, 2}, {0, 2}});
  const std::vector<IgpDemand> demands{{0, 1, 1}};
  EXPECT_EQ(loads_only_sleep({.network = network, .demands = demands}).asleep, std::vector<IgpLinkId>{1});
  // The same links with ten times the capacity: 300 / 250 x 0.0001 x 360,000 = 43.2.
  const IgpNetwork fat = network_of(3, {{0, 1}, {1, 2}, {0, 2}}, 100);
  const std::vector<IgpDemand> ring{{0, 1, 1}, {1, 2, 2}, {2, 0, 3}};
  EXPECT_EQ(loads_only_sleep({.network = fat, .demands = ring}).asleep, std::vector<IgpLinkId>{0});
}

/// What fits beside the link's own neighbours may not fit farther away.
TEST(IgpLoadsOnly, DoesNotSeeWhereTrafficGoes) {
  IgpNetwork network = network_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 1e6);
  network.links[2].capacity_ab = network.links[2].capacity_ba = 1;  // between 2 and 3
  const std::vector<IgpDemand> demands{{0, 1, 2}};
  const IgpSleepRequest request{.network = network, .demands = demands};
  const IgpSleepPlan plan = loads_only_sleep(request);
  EXPECT_EQ(check_sleep(request, plan.asleep).newly_full, 0u);  // an idle link is taken first
  EXPECT_EQ(check_sleep(request, {0}).newly_full, 1u);          // that one goes by 3 and 2
}

}  // namespace
}  // namespace ebb::inline rules
