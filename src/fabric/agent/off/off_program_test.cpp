#include "fabric/agent/off/off_program.hpp"

#include <gtest/gtest.h>

#include "fabric/agent/agent_networks_testing.hpp"
#include "fabric/trees/solver.hpp"

namespace ebb::inline fabric {
namespace {

const PartPower watts{1, 10};

/// Every host sends to the host `by` places later, with this fraction of its rate.
std::vector<HostDemand> shifted(const Network& network, HostId by, double share) {
  std::vector<HostDemand> demand;
  for (HostId h = 0; h < network.hosts; ++h)
    demand.push_back({h, (h + by) % network.hosts, share * static_cast<double>(network.classes[0].rate.v)});
  return demand;
}

TEST(LeastPower, CountsPortsAndSwitchesInUse) {
  const Network clos = small_clos();  // 4 switches with 2 hosts and 2 cables up, 2 switches above them
  EXPECT_EQ(power_of(clos, CableSet(clos), watts), 8 + 2 * 8 + 6 * 10);
  CableSet on(clos);
  for (PortId p = clos.first_port[5]; p < clos.first_port[6]; ++p) on.set(clos, p, false);
  EXPECT_EQ(power_of(clos, on, watts), 8 + 2 * 4 + 5 * 10);
}

TEST(LeastPower, IsATreeWithoutDemand) {
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  const TestTables t(small_clos());
  const std::vector<HostDemand> none;
  const auto least = proved_least(least_power_program({t.network, t.tables, none}, watts));
  ASSERT_TRUE(least);
  EXPECT_NEAR(*least, 8 + 2 * 4 + 5 * 10, 1e-6);  // one switch above
}

TEST(LeastPower, NoSearchFindsLessAndOursComesWithinTwoPercent) {
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  double proven = 0, ours = 0;
  const TestTables clos(small_clos()), butterfly(small_butterfly());
  for (const TestTables* t : {&clos, &butterfly})
    for (const HostId by : {1u, 3u})
      for (const double share : {0.1, 0.3}) {
        const auto demand = shifted(t->network, by, share);
        const OffRequest request{t->network, t->tables, demand};
        if (!carries(request, CableSet(t->network))) continue;  // too much even for the whole network
        const auto least = proved_least(least_power_program(request, watts));
        ASSERT_TRUE(least);
        const double found = power_of(t->network, search_off(request).on, watts);
        EXPECT_GE(found + 1e-6, *least);
        proven += *least, ours += found;
      }
  EXPECT_GT(proven, 0);
  EXPECT_LE(ours, 1.02 * proven);
}

TEST(LeastPower, IsNotClaimedWhereNothingCarriesTheDemand) {
  if (!solver_is_there()) GTEST_SKIP() << "cbc is not there (coinor-cbc)";
  const TestTables t(small_clos());
  const auto demand = shifted(t.network, 3, 5);
  const auto least = proved_least(least_power_program({t.network, t.tables, demand}, watts));
  ASSERT_FALSE(least);
  EXPECT_NE(to_text(least.problems()).find("nothing meets the demand"), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline fabric
