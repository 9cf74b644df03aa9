#include "fabric/agent/cable_machine.hpp"

#include <gmock/gmock.h>

#include "fabric/agent/agent_parts_testing.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// All tables are loaded. The times of the settings: quiet 1 s, patience 3 s, retry 5 s, hold-down 10 s.
struct MachineBench : AgentParts {
  MachineBench() { load(), poll_at(500_ms); }
  /// One step of one cable.
  std::string_view step(Picoseconds now, PortId port = cable_01) {
    poll_at(now);
    return cables.advance(cable(port));
  }
  CablePhase phase(PortId port = cable_01) { return cable(port).phase; }
  /// Until both its ports are off, at 3 s.
  void switch_off() {
    cables.leave(cable(cable_01));
    load();
    for (const Picoseconds now : {1000_ms, 2000_ms, 3000_ms}) EXPECT_EQ(step(now), "");
    ASSERT_EQ(phase(), CablePhase::off);
  }
};

TEST(CableMachine, ACableGoesOffRulesFirst) {
  MachineBench p;
  p.cables.leave(p.cable(cable_01));
  EXPECT_EQ(p.phase(), CablePhase::leaving);
  EXPECT_FALSE(p.tables.routes().has(cable_01));
  EXPECT_EQ(p.step(1000_ms), "");
  EXPECT_EQ(p.phase(), CablePhase::leaving) << "the tables are not loaded yet";
  p.load();
  EXPECT_EQ(p.step(2000_ms), "");
  EXPECT_EQ(p.phase(), CablePhase::draining);
  p.port(4).sent_frames = 1;  // the last frame, seen at 2.5 s
  p.step(2500_ms);
  p.step(3000_ms);
  EXPECT_EQ(p.phase(), CablePhase::draining) << "quiet is 1 s";
  EXPECT_THAT(p.switches[0].enables, IsEmpty());
  p.step(3500_ms);
  EXPECT_EQ(p.phase(), CablePhase::off);
  EXPECT_THAT(p.log.kept, ElementsAre(ElementsAre(cable_01)));
  EXPECT_THAT(p.switches[0].enables, ElementsAre(Pair(1, false)));
  EXPECT_THAT(p.switches[1].enables, ElementsAre(Pair(1, false)));
  EXPECT_EQ(p.policies.control(cable_01).level, 0) << "for the energy accounting";
  EXPECT_THAT(p.log.lines, ElementsAre("s0:1 - s1:1 is off"));
  EXPECT_THAT(p.cables.off_by_us(), ElementsAre(cable_01));
}

TEST(CableMachine, FramesOfARoutingProtocolDoNotKeepACableOn) {
  MachineBench p;
  p.routes.background = 4;
  p.cables.leave(p.cable(cable_01));
  p.load();
  EXPECT_EQ(p.step(1000_ms), "");
  p.port(4).sent_frames = 5;  // more than 4 in a second
  p.step(1500_ms);
  p.port(4).sent_frames = 9;
  p.step(2000_ms);
  EXPECT_EQ(p.phase(), CablePhase::draining);
  p.step(2500_ms);
  EXPECT_EQ(p.phase(), CablePhase::off);
}

TEST(CableMachine, ACableComesOnPortsFirst) {
  MachineBench p;
  p.switch_off();
  p.poll_at(4000_ms);
  p.cables.rise(p.cable(cable_01));
  EXPECT_EQ(p.phase(), CablePhase::rising);
  EXPECT_EQ(p.policies.control(cable_01).level, 2) << "it uses full power from now on";
  EXPECT_FALSE(p.tables.routes().has(cable_01));
  p.step(4500_ms);
  EXPECT_EQ(p.phase(), CablePhase::returning);
  EXPECT_TRUE(p.tables.routes().has(cable_01));
  EXPECT_THAT(p.log.kept.back(), IsEmpty()) << "both its ports were seen enabled";
  p.step(5000_ms);
  EXPECT_EQ(p.phase(), CablePhase::returning) << "the tables are not loaded yet";
  p.load();
  p.step(5500_ms);
  EXPECT_EQ(p.phase(), CablePhase::on);
  EXPECT_EQ(p.cable(cable_01).may_leave, 15'500_ms);
}

TEST(CableMachine, ACableThatDoesNotBecomeQuietStaysOn) {
  MachineBench p;
  p.cables.leave(p.cable(cable_01));
  p.load();
  std::string_view why;
  Picoseconds now = 1000_ms;  // draining begins
  for (; now <= 6000_ms && why.empty(); now = now + 500_ms) {
    ++p.port(1).sent_frames;
    why = p.step(now);
  }
  EXPECT_EQ(now, 5000_ms) << "more than the 3 s of patience: at 4.5 s";
  EXPECT_EQ(why, "refused: frames still cross it");
  EXPECT_EQ(p.phase(), CablePhase::returning);
  EXPECT_THAT(p.log.lines,
              ElementsAre("s0:1 - s1:1 does not become quiet although no rule uses it: it stays on"));
}

TEST(CableMachine, InADryRunNothingDrains) {
  MachineBench p;
  p.routes.moves = false;
  p.cables.leave(p.cable(cable_01));
  p.load();
  for (const Picoseconds now : {1000_ms, 1500_ms}) ++p.port(1).sent_frames, p.step(now);
  EXPECT_EQ(p.phase(), CablePhase::off);
}

TEST(CableMachine, WhatCannotBeRecordedStaysOn) {
  MachineBench p;
  p.log.cannot_keep = {{"inventory.off", "no space left", ""}};
  p.cables.leave(p.cable(cable_01));
  p.load();
  p.step(1000_ms);
  EXPECT_EQ(p.step(2000_ms), "refused: the .off file cannot be written");
  EXPECT_THAT(p.switches[0].enables, IsEmpty());
  EXPECT_THAT(p.cables.off_by_us(), IsEmpty());
}

TEST(CableMachine, ConnectivityIsCheckedAgainBeforeThePortsGoDown) {
  MachineBench p;
  p.cables.leave(p.cable(cable_01));
  p.load();
  p.step(1000_ms);
  p.port(cable_02).up = false;
  p.poll_at(1500_ms);
  EXPECT_EQ(p.cables.advance(p.cable(cable_02)), "");
  EXPECT_EQ(p.phase(cable_02), CablePhase::lost);
  EXPECT_EQ(p.step(2000_ms), "refused: another cable has failed meanwhile");
}

TEST(CableMachine, ALinkThatDoesNotComeUpIsBrokenAndTriedAgain) {
  MachineBench p;
  p.switch_off();
  p.switches[0].stuck = true;
  p.poll_at(4000_ms);
  p.cables.rise(p.cable(cable_01));
  p.step(7000_ms);
  EXPECT_EQ(p.phase(), CablePhase::rising) << "the patience is 3 s";
  p.step(7500_ms);
  EXPECT_EQ(p.phase(), CablePhase::broken);
  EXPECT_FALSE(p.cables.alive().has(cable_01));
  EXPECT_TRUE(p.cables.is_settled(p.cable(cable_01)));
  p.switches[0].enables.clear();
  p.step(12'000_ms);
  EXPECT_THAT(p.switches[0].enables, IsEmpty());
  p.step(12'500_ms);
  EXPECT_THAT(p.switches[0].enables, ElementsAre(Pair(1, true)));
}

/// The first failure: 2 s (twice `quiet`) without another one.
TEST(CableMachine, AFailedLinkReturnsAfterItWasUpForAWhile) {
  MachineBench p;
  p.port(cable_01).up = false;
  p.step(1000_ms);
  EXPECT_EQ(p.phase(), CablePhase::lost);
  EXPECT_EQ(p.log.lines.back(), "s0:1 - s1:1: the link failed; its traffic takes other paths");
  p.load();
  p.step(1500_ms);
  p.port(cable_01).up = true;
  p.step(2000_ms);
  p.step(3000_ms);
  EXPECT_EQ(p.phase(), CablePhase::lost);
  p.step(3500_ms);
  EXPECT_EQ(p.phase(), CablePhase::returning);
  EXPECT_EQ(p.log.lines.back(), "s0:1 - s1:1 is up again");
}

TEST(CableMachine, TheLastCableOfASwitchHasNoDetour) {
  MachineBench p;
  for (const PortId port : {cable_01, cable_02}) {
    p.port(port).up = false;
    p.step(1000_ms, port);
  }
  EXPECT_EQ(p.log.lines.back(), "s0:2 - s2:1: the link failed, and its ends are disconnected");
}

TEST(CableMachine, APortThatOthersSwitchOnGoesOffAgain) {
  MachineBench p;
  p.switch_off();
  p.step(4000_ms);  // both ports are seen off
  p.port(4).enabled = true;
  p.switches[1].enables.clear();
  p.step(4500_ms);
  EXPECT_EQ(p.cables.switched_on_by_others(), 1u);
  EXPECT_THAT(p.switches[1].enables, ElementsAre(Pair(1, false)));
  EXPECT_EQ(p.phase(), CablePhase::off);
  p.step(5000_ms);
  p.cables.forget_port_states(1);  // it restarted
  p.port(4).enabled = true;
  p.step(5500_ms);
  EXPECT_EQ(p.cables.switched_on_by_others(), 1u) << "a restart is nobody's change";
}

TEST(CableMachine, CablesThatWereLeftOffComeOnFirst) {
  AgentParts p;
  p.port(1).enabled = p.port(4).enabled = p.port(1).up = p.port(4).up = false;
  p.cables.left_off({cable_01});
  EXPECT_EQ(p.cable(cable_01).phase, CablePhase::rising);
  EXPECT_FALSE(p.tables.loaded().has(cable_01));
  p.poll_at(500_ms);
  p.cables.advance(p.cable(cable_01));
  EXPECT_THAT(p.switches[0].enables, ElementsAre(Pair(1, true)));
  p.poll_at(1000_ms);
  p.cables.advance(p.cable(cable_01));
  EXPECT_EQ(p.cable(cable_01).phase, CablePhase::returning);
  EXPECT_THAT(p.cables.off_by_us(), IsEmpty());
}

}  // namespace
}  // namespace ebb::inline fabric
