#include "power/policy/idle_sleep.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

ChannelView idle_channel(BitsPerSecond rate, Picoseconds idle_for) {
  ChannelView view;
  view.rate = rate, view.idle_for = idle_for, view.since = idle_for;
  return view;
}

IdleSleep to_off() {
  IdleSleep policy;
  policy.idle_state = IdleState::off;
  return policy;
}

TEST(IdleSleep, RestsAfterItsTime) {
  const IdleSleep policy = to_off();
  const Decision early = policy.decide(idle_channel(40_Gbps, 400_ns), rates_with_off);
  EXPECT_EQ(early.want, 40_Gbps);
  EXPECT_EQ(early.evaluate_after, 600_ns);
  const Decision late = policy.decide(idle_channel(40_Gbps, 1_us), rates_with_off);
  EXPECT_EQ(late.want, BitsPerSecond{0});
  EXPECT_EQ(late.evaluate_after, Decision::never);
  EXPECT_EQ(late.evaluate_at, 1_B);
}

TEST(IdleSleep, RestsAtTheSlowestRateWhenToldSo) {
  const IdleSleep policy;
  for (const RateLevels& rates : {infiniband_rates, rates_with_off})
    EXPECT_EQ(policy.decide(idle_channel(40_Gbps, 5_us), rates).want, BitsPerSecond{2'500'000'000});
}

TEST(IdleSleep, WakesWithTheFirstByte) {
  ChannelView view = idle_channel({0}, 50_us);
  view.queued = 1_B, view.cause = Cause::queue;
  EXPECT_EQ(to_off().decide(view, rates_with_off).want, 40_Gbps);
}

TEST(IdleSleep, StaysUpWhileThereIsSomethingToSend) {
  ChannelView view = idle_channel(40_Gbps, {});
  view.queued = 5000_B;  // 1 us at 40 Gb/s
  const Decision d = to_off().decide(view, rates_with_off);
  EXPECT_EQ(d.want, 40_Gbps);
  EXPECT_EQ(d.evaluate_after, 2_us);
}

TEST(IdleSleep, WaitsForCompanyButNotForever) {
  IdleSleep policy = to_off();
  policy.wake_at = 4000_B, policy.hold = 20_us;
  ChannelView view = idle_channel({0}, 50_us);
  view.queued = 1000_B, view.cause = Cause::queue;
  const Decision first = policy.decide(view, rates_with_off);
  EXPECT_EQ(first.want, BitsPerSecond{0});
  EXPECT_EQ(first.evaluate_after, 20_us);
  EXPECT_EQ(first.evaluate_at, 4000_B);
  // Evaluated again 5 us later: 15 us are left.
  view.since = 5_us, view.queued = 2000_B, view.memory = first.memory;
  const Decision second = policy.decide(view, rates_with_off);
  EXPECT_EQ(second.want, BitsPerSecond{0});
  EXPECT_EQ(second.evaluate_after, 15_us);
  // Then the time is over; or, before that, enough waits.
  view.since = 15_us, view.memory = second.memory, view.cause = Cause::time;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, 40_Gbps);
  view.since = 1_us, view.queued = 4000_B, view.cause = Cause::queue;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, 40_Gbps);
}

TEST(IdleSleep, NeverAsksToBeAskedAtOnce) {
  IdleSleep policy;
  policy.idle = {0};
  for (const Bytes queued : {0_B, 1_B, 2048_B})
    for (const BitsPerSecond rate : {infiniband_rates.slowest(), 10_Gbps, 40_Gbps}) {
      ChannelView view = idle_channel(rate, {});
      view.queued = queued;
      EXPECT_GT(policy.decide(view, infiniband_rates).evaluate_after.v, 0);
    }
}

TEST(IdleSleep, DoesNotFitChannelsWithoutAnOffState) {
  IdleSleep policy = to_off();
  EXPECT_TRUE(policy.fit(rates_with_off, {}).empty());
  EXPECT_EQ(policy.fit(infiniband_rates, {}).at(0).where, "idle_state");
}

TEST(IdleSleep, RefusesToLetBytesWaitForever) {
  IdleSleep policy;
  policy.wake_at = 4000_B;
  EXPECT_EQ(policy.check().at(0).where, "hold");
  policy.wake_at = 0_B, policy.idle = {-1}, policy.hold = {-1};
  EXPECT_EQ(policy.check().size(), 3u);
}

}  // namespace
}  // namespace ebb::inline power
