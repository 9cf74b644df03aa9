#include "fabric/agent/cable_requests.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// All tables are loaded, and all cables are on.
struct RequestBench : AgentParts {
  explicit RequestBench(AgentSettings settings = parts_settings())
      : AgentParts(RateLevels({{0}, {50'000'000}, {100'000'000}}), settings) {
    load(), poll_at(500_ms);
  }
  CablePhase phase(PortId port) { return cable(port).phase; }
  /// Without its tables: as the agent does in a step.
  void step(Picoseconds now) {
    poll_at(now);
    requests.advance(), requests.decide(), requests.keep_connected();
    if (tables.is_due()) load();
  }
  CableSet without(std::initializer_list<PortId> off) const {
    CableSet on(network);
    for (const PortId port : off) on.set(network, port, false);
    return on;
  }
};

/// Two of three cables connect three switches, so the first goes and the others stay.
TEST(CableRequests, LetsNoHostBeCutOff) {
  RequestBench p;
  for (const PortId port : {cable_01, cable_02, cable_12}) p.policies.request(port, 0);
  p.requests.decide();
  EXPECT_EQ(p.phase(cable_01), CablePhase::leaving);
  EXPECT_EQ(p.phase(cable_02), CablePhase::on);
  EXPECT_EQ(p.phase(cable_12), CablePhase::on);
  ASSERT_EQ(p.log.decisions.size(), 4u) << "both ends of two cables";
  EXPECT_EQ(p.log.decisions[0].why, "refused: hosts would be cut off");
  EXPECT_EQ(p.policies.agreed(cable_02), 2u) << "its policy starts again";
}

TEST(CableRequests, KeepsACableToSpare) {
  AgentSettings settings = parts_settings();
  settings.spare = 1;
  RequestBench p(settings);
  p.policies.request(cable_01, 0);
  p.requests.decide();
  EXPECT_EQ(p.phase(cable_01), CablePhase::on);
  EXPECT_EQ(p.log.decisions[0].why,
            "refused: the cables left would not survive the failures of [agent] spare");
}

TEST(CableRequests, OneEndAloneDoesNotSwitchACableOff) {
  RequestBench p;
  p.policies.control(cable_01).own = p.policies.control(4).other = 0;
  p.requests.decide();
  EXPECT_EQ(p.phase(cable_01), CablePhase::on);
}

TEST(CableRequests, AChangedRequestEndsTheWayOff) {
  RequestBench p;
  p.policies.request(cable_01, 0);
  p.requests.decide();
  p.policies.request(cable_01, 1);
  p.requests.decide();
  EXPECT_EQ(p.phase(cable_01), CablePhase::returning);
}

TEST(CableRequests, FinishingSwitchesEveryCableOn) {
  RequestBench p;
  p.policies.request(cable_01, 0);
  for (Picoseconds now = 1000_ms; now <= 4000_ms; now = now + 500_ms) p.step(now);
  ASSERT_EQ(p.phase(cable_01), CablePhase::off);
  p.requests.finish();
  p.step(4500_ms);
  EXPECT_EQ(p.phase(cable_01), CablePhase::rising);
}

/// The cable of the old hour waits until that of the new hour is a route.
TEST(CableRequests, AScheduleMakesBeforeItBreaks) {
  RequestBench p;
  p.requests.schedule(p.without({cable_01}));
  for (Picoseconds now = 1000_ms; now <= 4000_ms; now = now + 500_ms) p.step(now);
  ASSERT_EQ(p.phase(cable_01), CablePhase::off);
  p.requests.schedule(p.without({cable_02}));
  p.step(4500_ms);
  EXPECT_EQ(p.phase(cable_01), CablePhase::rising);
  EXPECT_EQ(p.phase(cable_02), CablePhase::on);
  p.step(5000_ms);
  EXPECT_EQ(p.phase(cable_01), CablePhase::returning);
  EXPECT_EQ(p.phase(cable_02), CablePhase::on);
  p.step(5500_ms);
  EXPECT_EQ(p.phase(cable_01), CablePhase::on);
  EXPECT_EQ(p.phase(cable_02), CablePhase::leaving);
}

TEST(CableRequests, WhatAScheduleRequestsInVainIsLoggedOncePerHour) {
  RequestBench p;
  p.requests.schedule(p.without({cable_01, cable_02}));
  for (int i = 0; i < 3; ++i) p.requests.decide();
  const std::string line = "s0:2 - s2:1 should be off by the schedule; refused: hosts would be cut off";
  EXPECT_THAT(p.log.lines, ElementsAre(line));
  p.requests.schedule(p.without({cable_01, cable_02}));
  p.requests.decide();
  EXPECT_THAT(p.log.lines, ElementsAre(line, line));
}

TEST(CableRequests, ACableThatIsOffReplacesOneThatFails) {
  RequestBench p;
  p.policies.request(cable_01, 0);
  for (Picoseconds now = 1000_ms; now <= 4000_ms; now = now + 500_ms) p.step(now);
  ASSERT_EQ(p.phase(cable_01), CablePhase::off);
  p.port(cable_12).up = false;
  p.step(4500_ms);
  EXPECT_EQ(p.phase(cable_12), CablePhase::lost);
  EXPECT_EQ(p.phase(cable_01), CablePhase::rising);
  EXPECT_THAT(p.log.lines, Contains("s0:1 - s1:1 is needed, because another cable has failed"));
}

TEST(CableRequests, NamesSwitchesThatNoCableConnects) {
  RequestBench p;
  p.port(cable_01).up = p.port(cable_02).up = false;
  p.step(1000_ms);
  EXPECT_THAT(p.requests.cut_off(), ElementsAre(true, false, false));
  EXPECT_THAT(p.log.lines, Contains("s0 is cut off: no cable that works leads from it to the others"));
  p.port(cable_01).up = p.port(cable_02).up = true;
  for (Picoseconds now = 1500_ms; now <= 6000_ms; now = now + 500_ms) p.step(now);
  EXPECT_THAT(p.requests.cut_off(), ElementsAre(false, false, false));
}

TEST(CableRequests, HoldDownBeginsWhenACableIsARoute) {
  RequestBench p;
  EXPECT_EQ(p.requests.held_down(cable_01), std::nullopt);
  p.cable(cable_01).may_leave = 8000_ms;
  EXPECT_EQ(p.requests.held_down(cable_01), 8000_ms);
  EXPECT_EQ(p.requests.held_down(4), 8000_ms) << "the other end";
  EXPECT_EQ(p.requests.held_down(0), std::nullopt) << "a host's port";
  p.requests.schedule(CableSet(p.network));
  EXPECT_EQ(p.requests.held_down(cable_01), std::nullopt) << "a schedule decides itself";
}

}  // namespace
}  // namespace ebb::inline fabric
