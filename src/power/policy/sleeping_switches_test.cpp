#include "power/policy/sleeping_switches.hpp"

#include <gtest/gtest.h>

namespace ebb::inline power {
namespace {

constexpr Picoseconds decided_every = 100_us;

SleepingSwitches fitted(SleepingSwitches policy) {
  policy.interval = decided_every;
  EXPECT_TRUE(policy.check().empty()) << to_text(policy.check());
  const Problems problems = policy.fit(RateLevels({{0}, 100_Gbps}), {.epoch = 10_us});
  EXPECT_TRUE(problems.empty()) << to_text(problems);
  return policy;
}

SwitchGroupView view(double load, std::int64_t carrying = 16, Picoseconds now = decided_every) {
  return {.now = now, .since = decided_every, .switches = 16, .carrying = carrying, .load = load};
}

/// Decides until fewer are wanted, or the policy has seen enough.
std::int64_t settled(const SleepingSwitches& policy, double load, SwitchGroupMemory& memory) {
  std::int64_t awake = 16;
  for (int i = 0; i < 50; ++i) awake = policy.decide_switches(view(load), memory).awake;
  return awake;
}

TEST(SleepingSwitches, KeepsAsManyAsFillUpToTheTarget) {
  const SleepingSwitches policy = fitted({});
  for (const auto& [load, awake] : {std::pair{3.2, 4}, {3.21, 5}, {0.0, 1}, {12.8, 16}, {0.79, 1}}) {
    SwitchGroupMemory memory;
    EXPECT_EQ(settled(policy, load, memory), awake) << load;
  }
}

TEST(SleepingSwitches, KeepsSpareSwitchesForFailures) {
  SleepingSwitches with_spare;
  with_spare.spare = 2;
  SwitchGroupMemory memory;
  EXPECT_EQ(settled(fitted(with_spare), 3.2, memory), 6);
}

TEST(SleepingSwitches, WaitsBeforeItSleeps) {
  const SleepingSwitches policy = fitted({});
  SwitchGroupMemory memory;
  for (int i = 1; i < 4; ++i) EXPECT_EQ(policy.decide_switches(view(1), memory).awake, 16) << i;
  EXPECT_LT(policy.decide_switches(view(1), memory).awake, 16);
}

TEST(SleepingSwitches, WakesAllWhenTheLoadSurprises) {
  const SleepingSwitches policy = fitted({});
  SwitchGroupMemory memory;
  settled(policy, 0.5, memory);
  EXPECT_EQ(policy.decide_switches(view(1.96, 2), memory).awake, 16);
}

TEST(SleepingSwitches, WakesAheadOfARise) {
  SleepingSwitches ahead;
  ahead.lead = decided_every * 10;
  const SleepingSwitches policy = fitted(ahead);
  SwitchGroupMemory memory;
  std::int64_t awake = 0;
  double load = 1;
  for (int i = 0; i < 20; ++i) awake = policy.decide_switches(view(load += 0.1, 8), memory).awake;
  EXPECT_GE(awake, 5);  // 3.0 now would need 4 at most; 1.0 more comes within the lead
}

TEST(SleepingSwitches, RemembersTheDay) {
  SleepingSwitches daily;
  daily.day = decided_every * 960, daily.lead = decided_every * 20, daily.quiet = 1;
  const SleepingSwitches policy = fitted(daily);
  SwitchGroupMemory memory;
  const auto load = [](int at) { return at % 960 < 480 ? 1.0 : 10.0; };
  std::int64_t before = 0;
  for (int at = 0; at < 960 + 480; ++at)
    before = policy.decide_switches(view(load(at), 16, decided_every * at), memory).awake;
  EXPECT_GE(before, 12);  // the rise of the second day has not come yet
  SwitchGroupMemory first_day;
  for (int at = 0; at < 480; ++at)
    before = policy.decide_switches(view(load(at), 16, decided_every * at), first_day).awake;
  EXPECT_EQ(before, 2);
}

TEST(SleepingSwitches, RefusesWhatCannotWork) {
  SleepingSwitches odd;
  odd.target = 0.97;
  EXPECT_EQ(odd.check()[0].where, "surprise");
  odd = {};
  odd.wake = 2_us, odd.wake_p99 = 1_us;
  EXPECT_EQ(odd.check()[0].where, "wake_p99");
  odd = {};
  odd.fails = 0.1;
  EXPECT_EQ(odd.check()[0].where, "fails");
  odd = {};
  EXPECT_EQ(odd.fit(RateLevels({100_Gbps}), {.epoch = 10_us})[0].where, "name");
  odd.interval = 10_us;
  EXPECT_EQ(odd.fit(RateLevels({{0}, 100_Gbps}), {.epoch = 10_us})[0].where, "interval");
}

TEST(SleepingSwitches, TurnsChannelsOffWithTheirSwitch) {
  const SleepingSwitches policy = fitted({});
  const RateLevels levels({{0}, 100_Gbps});
  ChannelView channel;
  channel.rate = 100_Gbps, channel.stage = 1;
  EXPECT_EQ(policy.decide(channel, levels).want, 100_Gbps);
  channel.switch_sleeps = true;
  EXPECT_EQ(policy.decide(channel, levels).want.v, 0);
  channel.rate = {0}, channel.queued = Bytes{64};
  EXPECT_EQ(policy.decide(channel, levels).want, 100_Gbps);
}

}  // namespace
}  // namespace ebb::inline power
