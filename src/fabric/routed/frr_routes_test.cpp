#include "fabric/routed/frr_routes.hpp"

#include <gmock/gmock.h>

#include <map>

#include "fabric/routed/fake_routers_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

/// Ports are numbered as in leaf_spine_testing.hpp: spine0 has 6 and 7, their other ends are 1 and 4.
struct FrrRoutesTest : testing::Test {
  FakeRouters fake;
  FrrRoutes routes{fake.network, fake.planned, {100ms, 100ms, 100ms, 60ms, 1ms, 0ms}, RouteWork::at_once};

  /// All cables but those of these ports.
  Problems change_to_all_without(const std::vector<PortId>& ports) { return change(routes, ports); }
  Problems change(FrrRoutes& by, const std::vector<PortId>& ports) {
    RouteOrder order{CableSet(fake.network), CableSet(fake.network)};
    for (const PortId p : ports) order.routes.set(fake.network, p, false);
    by.change_routes(order);
    return by.result().value_or(Problems{{"routes", "did not end", ""}});
  }
  void expect_well(const std::vector<PortId>& ports) {
    const Problems problems = change_to_all_without(ports);
    EXPECT_TRUE(problems.empty()) << to_text(problems);
  }
};

TEST_F(FrrRoutesTest, WholeRouterIsDrainedByOneChange) {
  expect_well({6, 7});
  EXPECT_TRUE(fake.drained[2]);
  EXPECT_THAT(fake.changes, ElementsAre("spine0 -c router ospf -c max-metric router-lsa administrative"));
  fake.off = {6, 7};  // the agent switches its ports off, and on again
  expect_well({6, 7});
  fake.off = {};
  expect_well({});
  EXPECT_FALSE(fake.drained[2]);
  EXPECT_EQ(fake.changes.size(), 2);
}

TEST_F(FrrRoutesTest, CableIsRaisedBeforeItIsDrainedAndBeforeItReturns) {
  expect_well({1});
  EXPECT_EQ(fake.cost[1], 60010);
  EXPECT_EQ(fake.cost[6], 60010);
  EXPECT_EQ(fake.changes.size(), 4);
  EXPECT_THAT(fake.changes[0], HasSubstr("ip ospf cost 11"));
  EXPECT_THAT(fake.changes[1], HasSubstr("ip ospf cost 11"));
  expect_well({});
  EXPECT_EQ(fake.cost[1], 10);
  EXPECT_EQ(fake.cost[6], 10);
  EXPECT_THAT(fake.changes[4], HasSubstr("ip ospf cost 11"));
}

TEST_F(FrrRoutesTest, NextHopThatNeverReachesTheKernelIsNamedAndTheRouterDrainedAgain) {
  expect_well({6, 7});
  fake.lacking = {1};  // leaf0 by spine0
  const Problems problems = change_to_all_without({});
  ASSERT_EQ(problems.size(), 1);
  EXPECT_EQ(problems[0].where, "leaf0");
  EXPECT_THAT(problems[0].what, HasSubstr("OSPF and zebra have the next hop by s0 to 10.88.1.0/31, but the "
                                          "kernel's next-hop group lacks it"));
  EXPECT_THAT(problems[0].hint, HasSubstr("no zebra nexthop kernel enable"));
  EXPECT_TRUE(fake.drained[2]) << "it must not be used";
  fake.lacking = {};
  expect_well({});
  EXPECT_FALSE(fake.drained[2]);
}

TEST_F(FrrRoutesTest, NewAdjacencyRemediesANextHopThatItsKernelLacks) {
  fake.heals_after = 1;
  for (const auto& [port, at] : std::map<PortId, const char*>{{1, "leaf0 s0"}, {6, "spine0 l0"}}) {
    expect_well({6, 7});
    fake.lacking = {port}, fake.resets = {};
    const Problems problems = change_to_all_without({});
    ASSERT_EQ(problems.size(), 1);
    EXPECT_THAT(problems[0].what, HasSubstr("FRR is made to install it again"));
    EXPECT_THAT(fake.resets, ElementsAre(at));
    EXPECT_TRUE(fake.drained[2]);
    expect_well({});
  }
}

TEST_F(FrrRoutesTest, AdjacencyStaysAwayUntilExternalRoutesNoticeIt) {
  FrrRoutes patient(fake.network, fake.planned, {100ms, 100ms, 100ms, 60ms, 1ms, 400ms}, RouteWork::at_once);
  EXPECT_TRUE(change(patient, {6, 7}).empty());
  fake.lacking = {6}, fake.heals_after = 3;
  EXPECT_EQ(change(patient, {}).size(), 1);
  EXPECT_THAT(fake.resets, ElementsAre("spine0 l0", "spine0 l0", "spine0 l0"));
  EXPECT_TRUE(change(patient, {}).empty());
}

TEST_F(FrrRoutesTest, NothingLeavesWhileAKernelIsFaulty) {
  fake.lacking = {2};  // leaf0 by spine1, which would carry everything
  const Problems problems = change_to_all_without({6, 7});
  ASSERT_EQ(problems.size(), 1);
  EXPECT_FALSE(fake.drained[2]);
  EXPECT_TRUE(fake.resets.empty()) << "packets cross this cable";
  ASSERT_EQ(fake.changes.size(), 8);
  EXPECT_THAT(fake.changes[3], HasSubstr("zebra nexthop-group keep 1")) << "all four routers";
  EXPECT_THAT(fake.changes[4], HasSubstr("ip ospf cost 11"))
      << "its routes change, so that FRR installs them";
  EXPECT_EQ(fake.cost[2], 10);
  EXPECT_EQ(fake.cost[8], 10);
}

TEST_F(FrrRoutesTest, RouterThroughWhichNothingPassesIsNotAwake) {
  expect_well({6, 7});
  fake.deaf = {2};
  const Problems problems = change_to_all_without({});
  ASSERT_EQ(problems.size(), 1);
  EXPECT_THAT(problems[0].what, HasSubstr("port s0 is not proved: 0 of 3 packets"));
  EXPECT_TRUE(fake.drained[2]);
}

TEST_F(FrrRoutesTest, PortWithoutAnAdjacencyIsNamed) {
  expect_well({6, 7});
  fake.off = {7};
  const Problems problems = change_to_all_without({});
  ASSERT_FALSE(problems.empty());
  EXPECT_THAT(problems[0].what, HasSubstr("has no adjacency by s0"));
  EXPECT_TRUE(fake.drained[2]);
}

TEST_F(FrrRoutesTest, LastPathIsNotDrained) {
  fake.off = {2, 8};  // leaf0 - spine1 is down, and nobody has told the agent
  const Problems problems = change_to_all_without({6, 7});
  ASSERT_EQ(problems.size(), 1);
  EXPECT_THAT(problems[0].what, HasSubstr("no other path is left"));
  EXPECT_FALSE(fake.drained[2]) << "undone";
}

TEST_F(FrrRoutesTest, DrainOfAnEarlierAgentEnds) {
  fake.drained[3] = true;
  fake.cost[1] = fake.cost[6] = 60010;
  expect_well({});
  EXPECT_FALSE(fake.drained[3]);
  EXPECT_EQ(fake.cost[6], 10);
}

TEST_F(FrrRoutesTest, RouterThatSleepsNeedNotAnswer) {
  expect_well({6, 7});
  fake.off = {6, 7};
  fake.silent[2] = true;
  expect_well({6, 7});
  EXPECT_FALSE(change_to_all_without({}).empty()) << "it does not answer and should be used";
  routes.exclude({false, false, true, false});
  expect_well({});
}

TEST_F(FrrRoutesTest, RefusesToCutHostsOff) {
  ASSERT_EQ(change_to_all_without({1, 2}).size(), 1);
  EXPECT_TRUE(fake.changes.empty());
}

}  // namespace
}  // namespace ebb::inline fabric
