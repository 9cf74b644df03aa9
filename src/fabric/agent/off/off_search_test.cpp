#include "fabric/agent/off/off_search.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>

#include "fabric/agent/agent_networks_testing.hpp"

namespace ebb::inline fabric {
namespace {

std::vector<HostDemand> uniform(const Network& network, double share) {
  std::vector<HostDemand> demand;
  const double each = share * static_cast<double>(network.classes[0].rate.v) / (network.hosts - 1);
  for (HostId a = 0; a < network.hosts; ++a)
    for (HostId b = 0; b < network.hosts; ++b)
      if (a != b) demand.push_back({a, b, each});
  return demand;
}

/// The most cables that can be off, by exhaustive search.
int most_off(const OffRequest& request, const std::vector<PortId>& cables) {
  int most = -1;
  for (std::uint32_t choice = 0; choice < 1u << cables.size(); ++choice) {
    if (std::popcount(choice) <= most) continue;
    CableSet on(request.network);
    for (std::size_t i = 0; i < cables.size(); ++i)
      if (choice >> i & 1) on.set(request.network, cables[i], false);
    if (carries(request, on)) most = std::popcount(choice);
  }
  return most;
}

TEST(OffSearch, WithoutDemandATreeIsLeft) {
  const TestTables t(small_butterfly());
  const std::vector<HostDemand> none;
  const OffPlan plan = search_off({t.network, t.tables, none});
  EXPECT_EQ(plan.order.size(), 3u);
  EXPECT_EQ(plan.most_filled, 0);
}

TEST(OffSearch, NothingGoesOffWhereTheWholeNetworkIsTooSmall) {
  const TestTables t(small_butterfly());
  const auto demand = uniform(t.network, 3);
  EXPECT_TRUE(search_off({t.network, t.tables, demand}).order.empty());
}

TEST(OffSearch, SpinesThatNobodyNeedsGoOffAsAWhole) {
  const TestTables t(small_clos());
  const auto demand = uniform(t.network, 0.1);
  const OffPlan plan = search_off({t.network, t.tables, demand});
  EXPECT_FALSE(plan.switches_off.empty());
  EXPECT_TRUE(t.tables.prove(plan.on).empty());
}

/// ElasticTree's two extremes: neighbours on one switch, or hosts in different pods.
std::vector<HostDemand> permutation(const Network& network, bool far, double share) {
  std::vector<HostDemand> demand;
  const double each = share * static_cast<double>(network.classes[0].rate.v);
  for (HostId h = 0; h < network.hosts; ++h)
    demand.push_back({h, far ? (h + network.hosts / 2) % network.hosts : h ^ 1, each});
  return demand;
}

TEST(OffSearch, SavesAsElasticTreeDoesByLocalityAndLoad) {
  FoldedClos shape;  // a fat tree of switches with four ports: 16 hosts, 20 switches, 32 cables between them
  shape.levels = 3, shape.radix = 4;
  const TestTables t(shape.build({}));
  const auto off = [&](bool far, double share) {
    const auto demand = permutation(t.network, far, share);
    return search_off({t.network, t.tables, demand}).order.size();
  };
  // Near traffic needs only a tree at any load; far traffic needs more cables as the load grows.
  for (const double load : {0.0, 0.75}) EXPECT_EQ(off(false, load), 32u - 12u) << load;
  EXPECT_EQ(off(true, 0.1), 20u);
  EXPECT_LT(off(true, 0.4), off(true, 0.1));
  EXPECT_LT(off(true, 0.75), off(true, 0.4));
}

TEST(OffSearch, FindsAsMuchAsEveryChoiceTriedInMostOfSmallCasesAndNeverMore) {
  const TestTables t(small_butterfly());
  int cases = 0, best = 0;
  EXPECT_TRUE(rc::check([&] {
    std::vector<HostDemand> demand;
    for (int i = 0; i < 6; ++i)
      demand.push_back({*rc::gen::inRange<HostId>(0, 8), *rc::gen::inRange<HostId>(0, 8),
                        *rc::gen::inRange(0, 6) * 0.1 * static_cast<double>(t.network.classes[0].rate.v)});
    const std::uint32_t spare = *rc::gen::inRange(0u, 2u);
    const OffRequest request{t.network, t.tables, demand, 0.8, spare};
    const OffPlan plan = search_off(request);
    const int most = carries(request, CableSet(t.network)) ? most_off(request, t.cables()) : 0;
    RC_ASSERT(static_cast<int>(plan.order.size()) <= most);
    if (most > 0) RC_ASSERT(carries(request, plan.on));
    ++cases, best += static_cast<int>(plan.order.size()) == most;
  }));
  EXPECT_GE(best * 10, cases * 9) << best << " of " << cases;
}

}  // namespace
}  // namespace ebb::inline fabric
