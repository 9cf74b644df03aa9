#include "power/policy/published/ngram_sleep.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"
#include "power/policy/published/one_channel_testing.hpp"

namespace ebb::inline power {
namespace {

NgramSleep ngram_to_off() {
  NgramSleep policy;
  policy.idle_state = IdleState::off;
  return policy;
}

/// Gaps of 5, 5 and 50 us again and again.
std::vector<Picoseconds> pattern(int times) {
  std::vector<Picoseconds> gaps;
  for (int i = 0; i < times; ++i) gaps.insert(gaps.end(), {5_us, 5_us, 50_us});
  return gaps;
}

TEST(GapGrams, LearnWhatFollowsTwoGaps) {
  GapGrams grams;
  for (int i = 0; i < 3; ++i)
    for (const Picoseconds gap : {5_us, 5_us, 50_us}) grams.learn(gap, 1_us, 2);
  const GapGrams same = GapGrams::of(grams.memory());
  EXPECT_EQ(same.next(2).kind, 1u);  // after 5, 50: 5
  EXPECT_EQ(same.next(2).certainty, 2u);
  grams.learn(5_us, 1_us, 2), grams.learn(5_us, 1_us, 2);
  EXPECT_EQ(grams.next(2).kind, 3u);
  EXPECT_EQ(grams.shortest(0), 0_us);
  EXPECT_NEAR(static_cast<double>(grams.shortest(3).v), 50e6, 50e6 * 0.016);
}

TEST(GapGrams, AreLessSureBeforeTheyChangeTheirMind) {
  GapGrams grams;  // with one gap before: all of these follow a gap of kind 1
  for (int i = 0; i < 4; ++i) grams.learn(5_us, 1_us, 1);
  EXPECT_EQ(grams.next(1).certainty, GapGrams::surest);
  grams.learn(50_us, 1_us, 1);
  grams.learn(5_us, 1_us, 1);
  EXPECT_EQ(grams.next(1).kind, 1u);
  EXPECT_EQ(grams.next(1).certainty, 2u);
}

/// Once it knows the pattern, no burst waits, and it sleeps in each gap but for the wakes ahead: 50 us until
/// 45 - 1 us, and 5 us until 4.5 - 1 us.
TEST(NgramSleep, SleepsInEachGapOfAPatternAndIsAwakeInTime) {
  NgramSleep policy = ngram_to_off();
  OneChannel learning(policy, 40_Gbps, 1_us);
  learning.send(pattern(10), 5'000_B);
  EXPECT_LE(learning.late, 12_us);
  OneChannel channel(policy, 40_Gbps, 1_us);
  channel.send(pattern(1000), 5'000_B);
  EXPECT_LE(channel.late, 12_us);
  EXPECT_GT(channel.asleep.seconds() * 1e6 / 1000, 0.9 * (44 + 2 * 3.5 - 3 * 0.25));
}

TEST(NgramSleep, WithoutAPatternSleepsAfterItsTime) {
  NgramSleep policy = ngram_to_off();
  ASSERT_TRUE(policy.fit(rates_with_off, {.longest_change = 1_us}).empty());
  ChannelView view;
  view.rate = 40_Gbps, view.idle_for = 4_us;
  EXPECT_EQ(policy.decide(view, rates_with_off).evaluate_after, 6_us);
  view.idle_for = 10_us;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, BitsPerSecond{0});
}

TEST(NgramSleep, RefusesAnNgramThatItCannotKeep) {
  NgramSleep policy;
  policy.n = 4, policy.unsure = {}, policy.margin = 0;
  EXPECT_EQ(policy.check().size(), 3u);
}

}  // namespace
}  // namespace ebb::inline power
