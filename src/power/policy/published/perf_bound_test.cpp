#include "power/policy/published/perf_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "power/policy/policy_testing.hpp"
#include "power/policy/published/one_channel_testing.hpp"

namespace ebb::inline power {
namespace {

PerfBound to_off(double bound = 0.01) {
  PerfBound policy;
  policy.idle_state = IdleState::off, policy.bound = bound;
  return policy;
}

/// Exponential gaps from the generator's own bits, so that they are the same with any library.
std::vector<Picoseconds> random_gaps(Picoseconds mean, std::size_t count, unsigned seed) {
  std::mt19937_64 bits(seed);
  std::vector<Picoseconds> gaps;
  for (std::size_t i = 0; i < count; ++i)
    gaps.push_back(
        {1 + static_cast<std::int64_t>(-std::log((static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53) *
                                       static_cast<double>(mean.v))});
  return gaps;
}

TEST(GapCounts, SurviveTheMemory) {
  GapCounts counts;
  for (const double times : {1.0, 1.9, 2.0, 300.0, 1e9}) counts.add(times);
  counts.time = 5e9, counts.has_counted = true;
  const GapCounts same = GapCounts::of(counts.memory());
  EXPECT_EQ(same.at_least(0), 5);
  EXPECT_EQ(same.at_least(1), 3);
  EXPECT_EQ(same.at_least(8), 2);  // 256 to 512 times
  EXPECT_EQ(same.at_least(9), 1);
  EXPECT_EQ(same.at_least(13), 1);
  EXPECT_EQ(same.time, 5e9);
  EXPECT_TRUE(same.has_counted);
}

TEST(GapCounts, ForgetHalfButNeverTheLast) {
  GapCounts counts;
  for (int i = 0; i < 255; ++i) counts.add(1);
  counts.add(5), counts.time = 100;
  counts.add(1);  // one too many for a byte
  EXPECT_EQ(counts.at_least(0), 128 + 1 + 1);
  EXPECT_EQ(counts.at_least(1), 1);
  EXPECT_EQ(counts.time, 50);
}

/// Wakes of 1 us within 1 %: the first may be after 100 us. Then one gap in each bin of its own.
TEST(PerfBound, SleepsOnceItsBoundHasRoomForAWake) {
  PerfBound policy = to_off();
  ASSERT_TRUE(policy.fit(rates_with_off, {.longest_change = 1_us}).empty());
  ChannelView view;
  view.rate = 40_Gbps, view.idle_for = view.since = 60_us;
  const Decision early = policy.decide(view, rates_with_off);
  EXPECT_EQ(early.want, 40_Gbps);
  EXPECT_EQ(early.evaluate_after.v, (40_us).v + 1);
  view.since = 40_us, view.idle_for = 100_us, view.memory = early.memory;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, BitsPerSecond{0});
}

/// The headline: up to 70 % of the energy for 1 %. Programs whose bursts of 25 us come 115 us apart have that
/// much to save: a wake of 1 us costs them 0.7 %.
TEST(PerfBound, SavesSeventyPercentForOne) {
  PerfBound policy = to_off();
  OneChannel channel(policy, 40_Gbps, 1_us);
  channel.send(std::vector<Picoseconds>(2000, 115_us), 125'000_B);
  EXPECT_GE(channel.share(channel.asleep), 0.7);
  EXPECT_LE(channel.share(channel.late), 0.01);
}

TEST(PerfBound, KeepsItsBoundWhateverTheGaps) {
  for (const double bound : {0.01, 0.05})
    for (const Picoseconds mean : {2_us, 10_us, 50_us, 300_us})
      for (const unsigned seed : {1u, 2u, 3u}) {
        PerfBound policy = to_off(bound);
        OneChannel channel(policy, 40_Gbps, 1_us);
        channel.send(random_gaps(mean, 3000, seed), 10'000_B);
        EXPECT_LE(channel.share(channel.late), 1.1 * bound) << quantity_text(mean) << ", seed " << seed;
        if (mean >= 50_us) {
          // Exponential gaps of 50 us: a wake each 100 us is for those above 33 us; the next power is 64 us.
          EXPECT_GT(channel.share(channel.asleep), 0.25) << quantity_text(mean);
        }
      }
}

TEST(PerfBound, RefusesABoundOfNothing) {
  EXPECT_EQ(to_off(0).check().at(0).where, "bound");
  EXPECT_EQ(to_off().fit(infiniband_rates, {}).at(0).where, "idle_state");
}

}  // namespace
}  // namespace ebb::inline power
