#include "fabric/routed/router_sleep.hpp"

#include <gtest/gtest.h>

namespace ebb::inline fabric {
namespace {

using Phase = SleepPhase;
using Action = SleepAction;
using std::chrono::milliseconds;

/// A router with two ports, its clock, and what is observed of it.
struct Spine {
  explicit Spine(Phase phase = Phase::awake) : machine("spine0", limits(), phase) { view.ports = 2; }

  static SleepLimits limits() {
    SleepLimits limits;
    limits.quiet_for = milliseconds(500), limits.control_rate = 10;
    limits.drain = limits.quiet = limits.link = limits.routes = milliseconds(5000);
    limits.install = limits.probe = limits.retry = milliseconds(2000);
    return limits;
  }
  Action after(int ms) { return machine.step(view, now += milliseconds(ms)); }
  /// Until it is asleep, and all about it as it is then.
  void fall_asleep() {
    machine.sleep();
    after(0);
    view.drained = true;
    after(100);
    EXPECT_EQ(after(500), Action::ports_off);
    EXPECT_EQ(machine.phase(), Phase::asleep);
  }
  /// Until it is in the phase of routes, its adjacencies complete.
  void rise() {
    machine.wake();
    EXPECT_EQ(after(0), Action::ports_on);
    EXPECT_EQ(after(100), Action::undrain);
    EXPECT_EQ(machine.phase(), Phase::routing);
    view.drained = false;
  }

  RouterSleep machine;
  SleepView view;
  milliseconds now{1'000'000};
};

const Problem lacking{"leaf0", "the kernel lacks 10.88.1.0/31", "the remedy"};

TEST(RouterSleep, SleepsAfterDrainAndQuiet) {
  Spine spine;
  EXPECT_EQ(spine.after(0), Action::none);
  spine.machine.sleep();
  EXPECT_EQ(spine.after(10), Action::drain);
  spine.view.transit = "leaf0 still forwards by it";
  spine.view.drained = true;
  EXPECT_EQ(spine.after(100), Action::none);
  EXPECT_EQ(spine.machine.phase(), Phase::draining);
  spine.view.transit.clear();
  EXPECT_EQ(spine.after(100), Action::none);
  EXPECT_EQ(spine.machine.phase(), Phase::quieting);
  spine.view.frames = 10;  // in 500 ms on 2 ports: 10 frames a second and port, the routing protocol's
  EXPECT_EQ(spine.after(499), Action::none);
  EXPECT_EQ(spine.after(1), Action::ports_off);
  EXPECT_EQ(spine.machine.phase(), Phase::asleep);
}

TEST(RouterSleep, OneFrameMoreIsTraffic) {
  Spine spine;
  spine.machine.sleep();
  spine.after(0);
  spine.view.drained = true;
  spine.after(0);
  spine.view.frames = 11;
  EXPECT_EQ(spine.after(500), Action::none);
  EXPECT_EQ(spine.after(500), Action::ports_off);  // none in the next window
}

TEST(RouterSleep, CountersThatRestartAreNotQuiet) {
  Spine spine;
  spine.machine.sleep();
  spine.after(0);
  spine.view.drained = true, spine.view.frames = 100;
  spine.after(0);
  spine.view.frames = 0;
  EXPECT_EQ(spine.after(500), Action::none);
  EXPECT_EQ(spine.after(500), Action::ports_off);
}

TEST(RouterSleep, DrainThatFailsIsUndone) {
  Spine spine;
  spine.machine.sleep();
  spine.after(0);
  spine.view.drained = true, spine.view.transit = "leaf0 still forwards 10.88.1.0/31 by it";
  EXPECT_EQ(spine.after(5000), Action::none);
  EXPECT_EQ(spine.after(1), Action::undrain);
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
  const auto failure = spine.machine.take_failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, "was drained for 5 s, but leaf0 still forwards 10.88.1.0/31 by it");
  EXPECT_FALSE(spine.machine.take_failure());  // once
}

TEST(RouterSleep, TrafficThatStaysKeepsItAwake) {
  Spine spine;
  spine.machine.sleep();
  spine.after(0);
  spine.view.drained = true;
  spine.after(0);
  Action last = Action::none;
  for (int k = 0; k < 11 && last == Action::none; ++k) {
    spine.view.frames += 1000;
    last = spine.after(500);
  }
  EXPECT_EQ(last, Action::undrain);
  EXPECT_EQ(spine.machine.take_failure()->what,
            "is drained, but 1000 frames a second cross each of its ports");
}

TEST(RouterSleep, WakesOnlyWithProof) {
  Spine spine;
  spine.fall_asleep();
  spine.machine.wake();
  EXPECT_EQ(spine.after(0), Action::ports_on);
  spine.view.not_full = "port l0 has no full adjacency";
  EXPECT_EQ(spine.after(1000), Action::none);
  spine.view.not_full.clear();
  EXPECT_EQ(spine.after(1000), Action::undrain);
  EXPECT_EQ(spine.after(100), Action::none);  // its LSA is not out yet
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
  spine.view.drained = false, spine.view.not_routed = "OSPF of leaf0 does not reach 10.88.1.0/31 by it";
  spine.after(100);
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
  spine.view.not_routed.clear(), spine.view.gap = lacking;
  spine.after(100);
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
  spine.view.gap.reset();
  spine.after(100);
  EXPECT_EQ(spine.machine.phase(), Phase::probing);
  spine.after(100);
  EXPECT_FALSE(spine.machine.is_awake());  // no probe yet
  spine.view.probed = false;
  spine.after(100);
  EXPECT_FALSE(spine.machine.is_awake());
  spine.view.probed = true;
  spine.after(100);
  EXPECT_TRUE(spine.machine.is_awake());
  EXPECT_FALSE(spine.machine.take_failure());
}

TEST(RouterSleep, KernelThatLacksANextHopIsNamedUndoneAndRetried) {
  Spine spine;
  spine.fall_asleep();
  spine.rise();
  spine.view.gap = lacking;
  EXPECT_EQ(spine.after(100), Action::none);
  EXPECT_EQ(spine.after(2000), Action::none);
  EXPECT_EQ(spine.after(1), Action::drain);  // long before the limit for routes of OSPF
  EXPECT_EQ(spine.machine.phase(), Phase::retrying);
  const auto failure = spine.machine.take_failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->where, "leaf0");
  EXPECT_EQ(failure->what, "spine0 is not awake: the kernel lacks 10.88.1.0/31");
  EXPECT_EQ(failure->hint, "the remedy");
  EXPECT_EQ(spine.after(2000), Action::none);
  EXPECT_EQ(spine.after(1), Action::ports_on);
  EXPECT_EQ(spine.machine.phase(), Phase::linking);
}

TEST(RouterSleep, GapThatAppearsDuringProbesPreventsTheProof) {
  Spine spine;
  spine.fall_asleep();
  spine.rise();
  spine.after(100);
  EXPECT_EQ(spine.machine.phase(), Phase::probing);
  spine.view.gap = lacking, spine.view.probed = true;
  spine.after(100);
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
}

TEST(RouterSleep, WithoutKnownRoutesItWaitsForOspf) {
  Spine spine(Phase::asleep);
  spine.view.knows_routes = false;
  spine.rise();
  EXPECT_EQ(spine.after(4000), Action::none);
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
}

TEST(RouterSleep, PortThatDoesNotComeUp) {
  Spine spine;
  spine.fall_asleep();
  spine.machine.wake();
  spine.after(0);
  spine.view.not_full = "port l0 has no full adjacency";
  EXPECT_EQ(spine.after(5001), Action::ports_off);
  EXPECT_EQ(spine.machine.phase(), Phase::retrying);
  EXPECT_EQ(spine.machine.take_failure()->what, "is not awake: port l0 has no full adjacency after 5 s");
}

TEST(RouterSleep, IsNotUsedBeforeItKnowsWhereToForward) {
  Spine spine;
  spine.fall_asleep();
  spine.machine.wake();
  spine.after(0);
  spine.view.not_ready = "its kernel does not reach 10.88.0.0/31 as before";
  EXPECT_EQ(spine.after(15'000), Action::none);
  EXPECT_EQ(spine.after(1), Action::undrain);  // its routes are others now, and it is needed
}

TEST(RouterSleep, RequestsMayChangeAtAnyTime) {
  Spine spine;
  spine.machine.sleep();
  spine.after(0);
  spine.machine.wake();
  EXPECT_EQ(spine.after(10), Action::undrain);  // while draining
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
  spine.machine.sleep();
  EXPECT_EQ(spine.after(10), Action::drain);  // before its wake is proved
  spine.fall_asleep();
  spine.rise();
  spine.machine.sleep();
  EXPECT_EQ(spine.after(10), Action::drain);
}

TEST(RouterSleep, RouterThatIsSilentProvesNothing) {
  Spine spine;
  spine.fall_asleep();
  spine.rise();
  spine.view.unread = "leaf0: ospfd is not running";
  EXPECT_EQ(spine.after(100), Action::none);
  EXPECT_EQ(spine.machine.phase(), Phase::routing);
  EXPECT_EQ(spine.after(5000), Action::drain);
  EXPECT_EQ(spine.machine.take_failure()->what,
            "cannot be observed while routing: leaf0: ospfd is not running");
}

TEST(RouterSleep, PortsThatAnotherPartySwitchesOnGoOffAgain) {
  Spine spine;
  spine.fall_asleep();
  EXPECT_EQ(spine.after(100), Action::none);
  spine.view.port_on = "l0";
  EXPECT_EQ(spine.after(100), Action::ports_off);
}

}  // namespace
}  // namespace ebb::inline fabric
