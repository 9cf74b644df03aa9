#include "fabric/agent/table_synchroniser.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;

TEST(TableSynchroniser, LoadsAllTablesFirst) {
  AgentParts p;
  EXPECT_TRUE(p.tables.is_due());
  EXPECT_FALSE(p.tables.in_step());
  EXPECT_TRUE(p.tables.load(p.cables.alive())) << "the driver ended at once";
  EXPECT_TRUE(p.tables.in_step());
  EXPECT_FALSE(p.tables.is_due());
  ASSERT_EQ(p.routes.orders.size(), 1u);
  EXPECT_EQ(p.routes.orders[0].routes, CableSet(p.network));
  EXPECT_EQ(p.routes.orders[0].promised, CableSet(p.network));
}

TEST(TableSynchroniser, TheOldTablesCountUntilAllSwitchesHoldTheNewOnes) {
  AgentParts p;
  p.load();
  p.routes.waits = true;
  p.tables.set_route(cable_01, false);
  EXPECT_TRUE(p.tables.is_due());
  EXPECT_FALSE(p.tables.load(p.cables.alive()));
  EXPECT_TRUE(p.tables.is_loading());
  EXPECT_FALSE(p.tables.is_due()) << "one change at a time";
  EXPECT_TRUE(p.tables.loaded().has(cable_01));
  EXPECT_FALSE(p.tables.hold(cable_01, false));
  p.routes.waits = false;
  EXPECT_TRUE(p.tables.take_result());
  EXPECT_TRUE(p.tables.hold(cable_01, false));
  EXPECT_TRUE(p.tables.hold(cable_02, true));
  EXPECT_FALSE(p.tables.take_result()) << "once";
}

/// Of the cables 01, 02 and 12: 01 has failed, 02 leaves the routes, 12 remains.
TEST(TableSynchroniser, PromisesWhatWorkingTablesAndNewRoutesConnect) {
  AgentParts p;
  p.load();
  CableSet alive(p.network);
  for (const PortId away : {cable_01, cable_02}) p.tables.set_route(away, false);
  alive.set(p.network, cable_01, false);
  p.tables.load(alive);
  const RouteOrder& order = p.routes.orders.back();
  EXPECT_FALSE(order.promised.has(cable_01)) << "it does not work";
  EXPECT_TRUE(order.promised.has(cable_02)) << "it works, and tables use it";
  EXPECT_TRUE(order.promised.has(cable_12));
  EXPECT_FALSE(order.routes.has(cable_02));
}

/// Pauses of 1 s, 2 s, 4 s, and then of the 5 s of `retry`.
TEST(TableSynchroniser, TriesAgainAfterPausesThatDouble) {
  AgentParts p;
  p.routes.problems = {{"s1", "takes no more rules", "remove some"}};
  Picoseconds now = 1000_ms;
  for (const Picoseconds pause : {1000_ms, 2000_ms, 4000_ms, 5000_ms, 5000_ms}) {
    p.context.now = now;
    ASSERT_TRUE(p.tables.is_due());
    EXPECT_FALSE(p.tables.load(p.cables.alive()));
    EXPECT_EQ(p.tables.problems().size(), 1u);
    p.context.now = now + pause - 1_ms;
    EXPECT_FALSE(p.tables.is_due());
    now = now + pause;
  }
  EXPECT_EQ(p.log.lines.back(), "s1: takes no more rules (remove some)");
  p.context.now = now;
  p.routes.problems.clear();
  EXPECT_TRUE(p.tables.load(p.cables.alive()));
  EXPECT_TRUE(p.tables.problems().empty());
}

TEST(TableSynchroniser, ARepairDoesNotWaitForThePause) {
  AgentParts p;
  p.routes.problems = {{"s1", "takes no more rules", "remove some"}};
  p.context.now = 1000_ms;
  p.load();
  EXPECT_FALSE(p.tables.is_due());
  p.tables.repair_now();
  EXPECT_TRUE(p.tables.is_due());
}

TEST(TableSynchroniser, ASwitchThatRestartsDuringAChangeGetsItsTablesAgain) {
  AgentParts p;
  p.routes.waits = true;
  p.load();
  p.tables.mark_outdated();
  p.routes.waits = false;
  EXPECT_FALSE(p.tables.take_result());
  EXPECT_TRUE(p.tables.is_due());
  EXPECT_FALSE(p.tables.hold(cable_01, true));
}

TEST(TableSynchroniser, DivertedBytesAreTheDriversOrThoseThatStillCrossInADryRun) {
  AgentParts p;
  p.load();
  p.routes.diverted = {{1, cable_01, 7}};
  BacklogWatch backlogs(p.context);
  const auto per_second = static_cast<std::uint64_t>(p.network.link(cable_01).rate.v) / 8;
  const auto count = [&](Picoseconds at) {
    p.poll_at(at);
    backlogs.look(p.poller);
    p.tables.count_diverted(p.poller, backlogs);
  };
  count(1000_ms);
  EXPECT_THAT(p.tables.diverted(), ElementsAre(0, 7, 0, 0, 0, 0, 0, 0, 0));
  p.port(cable_01).sent_bytes += per_second;  // as much as it can
  p.routes.diverted = {{1, cable_01, 9}, {1, cable_02, 5}};
  count(2000_ms);
  EXPECT_THAT(p.tables.diverted(), ElementsAre(0, 7 + 4 * 2 + 5, 0, 0, 0, 0, 0, 0, 0));

  AgentParts dry;
  dry.routes.moves = false;
  const BacklogWatch none(dry.context);
  dry.tables.set_route(cable_02, false);
  dry.load();
  for (int i = 1; i <= 3; ++i) {
    dry.port(cable_02).sent_bytes += 100, dry.port(cable_01).sent_bytes += 100;
    dry.poll_at(500_ms * i);
    dry.tables.count_diverted(dry.poller, none);
  }
  EXPECT_THAT(dry.tables.diverted(), ElementsAre(0, 0, 200, 0, 0, 0, 0, 0, 0));
}

}  // namespace
}  // namespace ebb::inline fabric
