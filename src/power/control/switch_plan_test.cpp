#include "power/control/switch_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "power/policy/sleeping_switches.hpp"

namespace ebb::inline power {
namespace {

constexpr std::int64_t step_ps = 1'000'000;  // 1 us

/// Switches 2 to 5 lead to 0 and 1, over 8 Gb/s each: a byte a nanosecond.
SwitchGroup four_spines() { return {{2, 3, 4, 5}, {0, 1}, {8'000'000'000, 8'000'000'000}, 4}; }

SleepingSwitches policy_with(double fails = 0) {
  SleepingSwitches policy;
  policy.interval = {step_ps}, policy.wake = {2 * step_ps}, policy.wake_p99 = {4 * step_ps};
  policy.fails = fails, policy.quiet = 1, policy.weight = 1, policy.target = 0.8, policy.lead = {1};
  EXPECT_TRUE(policy.check().empty());
  EXPECT_TRUE(policy.fit(RateLevels({{0}, 8_Gbps}), {.epoch = {step_ps / 2}}).empty());
  return policy;
}

/// A fabric whose cables follow the plan at once.
struct Fabric {
  explicit Fabric(const SleepingSwitches& policy) : plan({four_spines()}, 6, policy, 7) {}

  /// One step_ps in which a neighbour sends this load, in switches.
  void pass(double load) {
    now += step_ps;
    bytes += static_cast<std::int64_t>(load * 1000);
    std::vector<std::int64_t> seen(plan.numbers());
    seen[plan.bytes_to(2, 0)] = bytes;
    for (std::uint32_t s = 2; s < 6; ++s) seen[plan.leaves(s) ? plan.ends_off(s) : plan.ends_on(s)] = 4;
    plan.close({now}, seen);
  }
  std::int64_t in(SwitchPhase phase) const { return plan.by_phase()[static_cast<std::size_t>(phase)]; }

  SwitchPlan plan;
  std::int64_t now = 0, bytes = 0;
};

TEST(SwitchPlan, PutsTheHighestSwitchesToSleepOnceTheirCablesAreOff) {
  const SleepingSwitches policy = policy_with();
  Fabric fabric(policy);
  fabric.pass(1.5);  // two switches carry it at 75 %
  EXPECT_EQ(fabric.in(SwitchPhase::draining), 2);
  EXPECT_EQ(fabric.plan.phase(5), SwitchPhase::draining);
  EXPECT_TRUE(fabric.plan.carries(3));
  EXPECT_FALSE(fabric.plan.carries(4));
  fabric.pass(1.5);
  EXPECT_EQ(fabric.in(SwitchPhase::asleep), 2);
  fabric.pass(1.5);
  EXPECT_EQ(fabric.plan.asleep_time(5, {fabric.now}).v, step_ps);
  EXPECT_EQ(fabric.plan.asleep_time(2, {fabric.now}).v, 0);
}

TEST(SwitchPlan, KeepsOneAwakeWithoutAnyLoad) {
  const SleepingSwitches policy = policy_with();
  Fabric fabric(policy);
  for (int i = 0; i < 5; ++i) fabric.pass(0);
  EXPECT_EQ(fabric.in(SwitchPhase::asleep), 3);
  EXPECT_TRUE(fabric.plan.carries(2));
}

TEST(SwitchPlan, WakesAllWhenTheLoadSurprisesAndAccountsForEveryWake) {
  const SleepingSwitches policy = policy_with();
  Fabric fabric(policy);
  for (int i = 0; i < 5; ++i) fabric.pass(0.5);
  ASSERT_EQ(fabric.in(SwitchPhase::asleep), 3);
  fabric.pass(1);
  EXPECT_EQ(fabric.in(SwitchPhase::booting), 3);
  EXPECT_EQ(fabric.plan.counts().wakes_under_way, 3);
  EXPECT_FALSE(fabric.plan.carries(3));  // not yet proved on
  for (int i = 0; i < 30; ++i) fabric.pass(3);
  EXPECT_EQ(fabric.in(SwitchPhase::awake), 4);
  const SwitchPlanCounts& counts = fabric.plan.counts();
  EXPECT_EQ(counts.wakes_ordered, 3);
  EXPECT_EQ(counts.wakes_done, 3);
  EXPECT_EQ(counts.wakes_under_way, 0);
  EXPECT_GE(counts.longest_wake.v, counts.wake_time.v / 3);
  std::int64_t decisions = 0;
  for (const auto& [why, times] : counts.reasons) decisions += times;
  EXPECT_EQ(decisions, 36);
}

TEST(SwitchPlan, UndoesADrainWithoutABoot) {
  const SleepingSwitches policy = policy_with();
  Fabric fabric(policy);
  fabric.pass(0.5);
  ASSERT_EQ(fabric.in(SwitchPhase::draining), 3);
  // The cables are not off yet, and the load is back.
  fabric.now += step_ps, fabric.bytes += 3000;
  std::vector<std::int64_t> seen(fabric.plan.numbers());
  seen[fabric.plan.bytes_to(2, 0)] = fabric.bytes;
  for (std::uint32_t s = 2; s < 6; ++s) seen[fabric.plan.ends_on(s)] = 4;
  fabric.plan.close({fabric.now}, seen);
  EXPECT_EQ(fabric.in(SwitchPhase::opening), 3);
  EXPECT_EQ(fabric.plan.counts().drains_undone, 3);
  EXPECT_EQ(fabric.plan.counts().wakes_ordered, 0);
}

TEST(SwitchPlan, NeverSleepsASwitchWhoseCablesAreNotAllOff) {
  const SleepingSwitches policy = policy_with();
  Fabric fabric(policy);
  fabric.pass(0);
  for (int i = 0; i < 5; ++i) {
    fabric.now += step_ps;
    std::vector<std::int64_t> seen(fabric.plan.numbers());
    for (std::uint32_t s = 2; s < 6; ++s) seen[fabric.plan.ends_off(s)] = 3;
    fabric.plan.close({fabric.now}, seen);
  }
  EXPECT_EQ(fabric.in(SwitchPhase::asleep), 0);
}

TEST(SwitchPlan, SamplesTheStatedDistribution) {
  const SwitchWakes wakes{{step_ps}, {1'000'000}, {5'000'000}, 0.1};
  std::vector<std::int64_t> times;
  int failed = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto [time, works] = SwitchPlan::wake_try(wakes, 1, 3, i, 0);
    if (works) {
      times.push_back(time.v);
      continue;
    }
    EXPECT_EQ(time, wakes.p99);
    ++failed;
  }
  std::sort(times.begin(), times.end());
  EXPECT_NEAR(static_cast<double>(times[times.size() / 2]), 1e6, 3e4);
  EXPECT_NEAR(static_cast<double>(times[times.size() * 99 / 100]), 5e6, 4e5);
  EXPECT_NEAR(failed, 2000, 150);
  EXPECT_EQ(SwitchPlan::wake_try(wakes, 1, 3, 5, 0), SwitchPlan::wake_try(wakes, 1, 3, 5, 0));
}

TEST(SwitchPlan, RepeatsWakesThatFail) {
  const SleepingSwitches policy = policy_with(0.5);
  Fabric fabric(policy);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 6; ++i) fabric.pass(0.1);
    for (int i = 0; i < 60; ++i) fabric.pass(3);
  }
  const SwitchPlanCounts& counts = fabric.plan.counts();
  EXPECT_EQ(fabric.in(SwitchPhase::awake), 4);
  EXPECT_EQ(counts.wakes_ordered, counts.wakes_done);
  EXPECT_GT(counts.attempts_failed, 0);
}

}  // namespace
}  // namespace ebb::inline power
