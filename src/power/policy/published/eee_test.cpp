#include "power/policy/published/eee.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"
#include "power/policy/published/one_channel_testing.hpp"

namespace ebb::inline power {
namespace {

Eee to_off() {
  Eee policy;
  policy.idle_state = IdleState::off;
  return policy;
}

/// Recalled from Christensen and others (IEEE Communications Magazine 2010), their table of single frames: of
/// the time that 10GBASE-T is not in low power idle for one frame of 1.2 us, with T_w = 4.16 us and T_s
/// = 2.88 us, it sends for 14.6 %.
TEST(Eee, IsAwakeForAFrameAsLongAsItsStandardSays) {
  Eee policy = to_off();
  OneChannel channel(policy, 10_Gbps, 4'160_ns, 2'880_ns);
  channel.send(std::vector<Picoseconds>(1000, 100_us), 1500_B);
  const double awake_us = (channel.total() - channel.asleep).seconds() * 1e6 / channel.bursts;
  EXPECT_NEAR(awake_us, 1.2 + 4.16 + 2.88, 0.15);  // low power idle begins within 100 ns
  EXPECT_NEAR(1.2 / awake_us, 0.146, 0.003);
  EXPECT_NEAR(channel.late.seconds() * 1e6 / channel.bursts, 4.16, 1e-3);
}

/// A frame that arrives while the channel falls asleep waits for the end of that, too.
TEST(Eee, WaitsForTheEndOfFallingAsleep) {
  Eee policy = to_off();
  OneChannel channel(policy, 10_Gbps, 4'160_ns, 2'880_ns);
  channel.send({100_us, 1'000_ns}, 1500_B);
  // The second frame comes 1 us after the first: asleep from 0.1 + 2.88 us on, so 1.98 us and T_w late.
  EXPECT_NEAR(channel.late.seconds() * 1e6, 4.16 + 1.98 + 4.16, 0.11);
}

TEST(Eee, LetsPacketsWaitForEachOther) {
  Eee policy = to_off();
  policy.packets = 10;
  ASSERT_TRUE(policy.fit(rates_with_off, {.packet = 1500_B}).empty());
  ChannelView view;
  view.rate = {0}, view.cause = Cause::queue, view.queued = 1500_B;
  const Decision one = policy.decide(view, rates_with_off);
  EXPECT_EQ(one.want, BitsPerSecond{0});
  EXPECT_EQ(one.evaluate_after, 12_us);
  EXPECT_EQ(one.evaluate_at, 15'000_B);
  view.queued = 15'000_B, view.memory = one.memory, view.since = 3_us;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, 40_Gbps);
}

TEST(Eee, RefusesNoPacketsAndNoTime) {
  Eee policy;
  policy.packets = 0, policy.hold = {};
  EXPECT_EQ(policy.check().at(0).where, "packets");
  EXPECT_EQ(policy.check().at(1).where, "hold");
  EXPECT_EQ(to_off().fit(infiniband_rates, {}).at(0).where, "idle_state");
}

}  // namespace
}  // namespace ebb::inline power
