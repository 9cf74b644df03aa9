#include <gtest/gtest.h>

#include "power/policy/halve_double.hpp"
#include "power/policy/hysteresis.hpp"
#include "power/policy/lowest_highest.hpp"
#include "power/policy/policy_testing.hpp"
#include "power/policy/static_rate.hpp"

namespace ebb::inline power {
namespace {

const RateLevels& levels = infiniband_rates;

ChannelView seen(BitsPerSecond rate, double utilisation) {
  ChannelView view;
  view.rate = rate, view.utilisation = utilisation;
  return view;
}

BitsPerSecond requested(const Policy& policy, std::size_t level, double utilisation) {
  return policy.decide(seen(levels[level], utilisation), levels).want;
}

TEST(RateLevels, KnowsItsNeighboursAndItsEnds) {
  EXPECT_EQ(levels.next_faster(10_Gbps), 20_Gbps);
  EXPECT_EQ(levels.next_faster(40_Gbps), 40_Gbps);
  EXPECT_EQ(levels.next_slower({2'500'000'000}), BitsPerSecond{2'500'000'000});
  EXPECT_EQ(levels.level(11_Gbps), 3u);
  EXPECT_EQ(levels.level(400_Gbps), 4u);
}

TEST(RateLevels, SwitchesOffOnlyWhenAskedTo) {
  const RateLevels with_off({{0}, 10_Gbps, 40_Gbps});
  EXPECT_EQ(with_off.slowest(), 10_Gbps);
  EXPECT_EQ(with_off.next_slower(10_Gbps), 10_Gbps);
  EXPECT_EQ(with_off.next_faster({0}), 10_Gbps);
  EXPECT_EQ(with_off.level({0}), 0u);
  EXPECT_FALSE(levels.has_off());
}

TEST(HalveDouble, GoesOneStepAtATimeAndStopsAtTheEnds) {
  const HalveDouble policy;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    EXPECT_EQ(requested(policy, level, 0.9), levels[std::min<std::size_t>(level + 1, 4)]);
    EXPECT_EQ(requested(policy, level, 0.1), levels[level > 0 ? level - 1 : 0]);
    EXPECT_EQ(requested(policy, level, 0.5), levels[level]);
  }
}

TEST(HalveDouble, CountsAChangeOfRateAsIdleWhereTheWholeEpochCounts) {
  HalveDouble policy;
  policy.target = 0.95;
  ChannelView channel = seen(levels[2], 1);
  channel.since = 10_us, channel.in_transition = 1_us;  // 90 % of the epoch
  EXPECT_EQ(policy.decide(channel, levels).want, levels[3]);
  policy.counted = CountedTime::epoch;
  EXPECT_EQ(policy.decide(channel, levels).want, levels[1]);
  channel.in_transition = 0_us;
  EXPECT_EQ(policy.decide(channel, levels).want, levels[3]);
}

TEST(LowestHighest, KnowsNoStepsBetween) {
  const LowestHighest policy;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    EXPECT_EQ(requested(policy, level, 0.51), 40_Gbps);
    EXPECT_EQ(requested(policy, level, 0.49), levels[0]);
  }
}

TEST(Hysteresis, StaysBetweenItsThresholds) {
  const Hysteresis policy;
  for (double utilisation = 0; utilisation <= 1; utilisation += 0.01) {
    const BitsPerSecond want = requested(policy, 2, utilisation);
    EXPECT_EQ(want, utilisation > 0.6    ? 20_Gbps
                    : utilisation < 0.25 ? BitsPerSecond{5'000'000'000}
                                         : 10_Gbps);
  }
}

TEST(StaticRate, NeverMoves) {
  StaticRate policy;
  policy.rate = 10_Gbps;
  for (std::size_t level = 0; level < levels.size(); ++level) EXPECT_EQ(requested(policy, level, 1), 10_Gbps);
}

TEST(StaticRate, MustBeOneOfTheRates) {
  StaticRate policy;
  EXPECT_TRUE(policy.fit(levels, {}).empty());
  policy.rate = 25_Gbps;
  ASSERT_EQ(policy.fit(levels, {}).size(), 1u);
  EXPECT_EQ(policy.fit(levels, {})[0].hint, "choose one of 2.5Gb/s, 5Gb/s, 10Gb/s, 20Gb/s, 40Gb/s");
}

/// Quiet, while more is queued than was sent: no credits, or in transition.
TEST(Starved, ChannelsSlowDownOnlyWhenTakenLiterally) {
  const ChannelView starved = after_epoch(10_Gbps, 1000_B, 20'000_B);
  const auto both = [&](auto policy) {
    const BitsPerSecond literal = policy.decide(starved, levels).want;
    policy.starved = Starved::hold;
    EXPECT_EQ(policy.decide(starved, levels).want, 10_Gbps);
    EXPECT_LT(policy.decide(after_epoch(10_Gbps, 1000_B, 500_B), levels).want, 10_Gbps);
    EXPECT_GT(policy.decide(after_epoch(10_Gbps, 12'000_B, 20'000_B), levels).want, 10_Gbps);
    return literal;
  };
  EXPECT_EQ(both(HalveDouble{}), BitsPerSecond{5'000'000'000});
  EXPECT_EQ(both(LowestHighest{}), BitsPerSecond{2'500'000'000});
  EXPECT_EQ(both(Hysteresis{}), BitsPerSecond{5'000'000'000});
}

TEST(Policies, RefuseSharesThatAreNone) {
  HalveDouble target;
  target.target = 1.5;
  EXPECT_EQ(target.check().at(0).where, "target");
  Hysteresis crossed;
  crossed.low = 0.7, crossed.high = 0.3;
  EXPECT_EQ(crossed.check().at(0).where, "low");
}

}  // namespace
}  // namespace ebb::inline power
