#include "power/policy/sliding_window.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

/// Returns the last decision after slots that were busy or not, at 10 Gb/s.
Decision after_slots(const SlidingWindow& policy, const std::vector<int>& busy) {
  Decision last{.want = {}, .why = {}};
  for (const int b : busy) {
    ChannelView view;
    view.rate = 10_Gbps, view.utilisation = b, view.since = policy.slot, view.memory = last.memory;
    last = policy.decide(view, infiniband_rates);
  }
  return last;
}

TEST(SlidingWindow, CountsTheBusySlotsOfTheWindow) {
  SlidingWindow policy;
  policy.slots = 4, policy.low = 0.3, policy.high = 0.6;
  EXPECT_EQ(after_slots(policy, {1, 0, 1, 1}).want, 20_Gbps);  // 3 of 4
  EXPECT_EQ(after_slots(policy, {1, 0, 1, 0}).want, 10_Gbps);  // 2 of 4
  EXPECT_EQ(after_slots(policy, {0, 0, 1, 0}).want, BitsPerSecond{5'000'000'000});
}

TEST(SlidingWindow, WaitsUntilItIsFull) {
  SlidingWindow policy;
  policy.slots = 4;
  for (const auto& few : {std::vector{1}, {1, 1}, {1, 1, 1}})
    EXPECT_EQ(after_slots(policy, few).want, 10_Gbps);
}

TEST(SlidingWindow, OldSlotsFallOut) {
  SlidingWindow policy;
  policy.slots = 4, policy.low = 0.3, policy.high = 0.9;
  // 1 1 0 1 is no reason to change; neither is 1 0 1 0; then 0 1 0 0 is.
  EXPECT_EQ(after_slots(policy, {1, 1, 0, 1, 0}).want, 10_Gbps);
  EXPECT_EQ(after_slots(policy, {1, 1, 0, 1, 0, 0}).want, BitsPerSecond{5'000'000'000});
}

TEST(SlidingWindow, StartsAnewAfterAChange) {
  SlidingWindow policy;
  policy.slots = 2;
  const Decision up = after_slots(policy, {1, 1});
  EXPECT_EQ(up.want, 20_Gbps);
  EXPECT_EQ(up.memory.bits, 0u);
  EXPECT_EQ(up.memory.level, 0);
  EXPECT_EQ(up.evaluate_after, policy.slot);
}

/// 1,024 flits of 16 bytes: 16,384 bytes in a window, half of them is the target.
TEST(SlidingWindow, CountsFlitsAsThePatentPrintsIt) {
  SlidingWindow policy;
  policy.slots = 1024, policy.flit = Bytes{16};
  EXPECT_TRUE(policy.check().empty());
  EXPECT_TRUE(policy.fit(infiniband_rates, {.longest_change = 1_us}).empty());
  const auto after = [&](std::int64_t sent) {
    return policy.decide(after_epoch(10_Gbps, {sent}), infiniband_rates);
  };
  EXPECT_EQ(after(8192).want, 10_Gbps) << "512 of 1,024: on target";
  EXPECT_EQ(after(8193).want, 20_Gbps) << "a part of a flit takes a slot";
  EXPECT_EQ(after(8176).want, BitsPerSecond{5'000'000'000});
  EXPECT_EQ(after(8192).evaluate_after, wire_time(16'384_B, 10_Gbps));
  EXPECT_EQ(after(20'000).evaluate_after, wire_time(16'384_B, 20_Gbps)) << "all slots of the new rate";
  EXPECT_EQ(policy.requirements().clocks.longest, wire_time(16'384_B, {2'500'000'000}));
}

TEST(SlidingWindow, OfFlitsMustBeLongerThanAChange) {
  SlidingWindow policy;
  policy.slots = 64, policy.flit = Bytes{16};
  const Problems problems = policy.fit(infiniband_rates, {.longest_change = 1_us});
  ASSERT_EQ(problems.size(), 1u) << "205 ns at full rate";
  EXPECT_EQ(problems[0].where, "slots");
}

TEST(SlidingWindow, TakesAllBitsOfAWord) {
  SlidingWindow policy;
  policy.slots = 64;
  EXPECT_EQ(after_slots(policy, std::vector<int>(64, 1)).want, 20_Gbps);
  EXPECT_TRUE(policy.check().empty());
  policy.slots = 65;
  EXPECT_EQ(policy.check().at(0).where, "slots");
}

TEST(SlidingWindow, DoesNotFitChangesThatFillIt) {
  SlidingWindow policy;
  EXPECT_TRUE(policy.fit(infiniband_rates, {.longest_change = 1_us}).empty());
  EXPECT_EQ(policy.fit(infiniband_rates, {.longest_change = 16_us}).at(0).where, "slots");
}

}  // namespace
}  // namespace ebb::inline power
