#include "power/policy/history_dvs.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

/// Kim's seven steps.
const RateLevels steps({{640'000'000},
                        {950'000'000},
                        {1'260'000'000},
                        {1'570'000'000},
                        {1'880'000'000},
                        {2'190'000'000},
                        {2'500'000'000}});

ChannelView busy(BitsPerSecond rate, double share, double past, double downstream = 0) {
  ChannelView view;
  view.rate = rate, view.utilisation = share, view.downstream = downstream;
  view.memory.level = past;
  return view;
}

TEST(HistoryDvs, GoesOneStepAtATime) {
  const HistoryDvs policy;
  EXPECT_EQ(policy.decide(busy(steps.fastest(), 0.1, 0.1), steps).want, BitsPerSecond{2'190'000'000});
  EXPECT_EQ(policy.decide(busy({640'000'000}, 0.9, 0.9), steps).want, BitsPerSecond{950'000'000});
  EXPECT_EQ(policy.decide(busy({640'000'000}, 0, 0), steps).want, BitsPerSecond{640'000'000});
  EXPECT_EQ(policy.decide(busy({1'260'000'000}, 0.35, 0.35), steps).want, BitsPerSecond{1'260'000'000});
}

TEST(HistoryDvs, WeighsTheLastWindowThreeTimesThePast) {
  // 0.75 x 0.5 + 0.25 x 0.1 = 0.4: neither above the upper threshold nor below the lower one.
  const Decision kept = HistoryDvs{}.decide(busy({1'260'000'000}, 0.5, 0.1), steps);
  EXPECT_EQ(kept.want, BitsPerSecond{1'260'000'000});
  EXPECT_DOUBLE_EQ(kept.memory.level, 0.4);
  EXPECT_EQ(HistoryDvs{}.decide(busy({1'260'000'000}, 0.5, 0.2), steps).want, BitsPerSecond{1'570'000'000});
}

TEST(HistoryDvs, LinkToACongestedBufferStaysSlowForLonger) {
  const HistoryDvs policy;
  EXPECT_EQ(policy.decide(busy({1'260'000'000}, 0.5, 0.5), steps).want, BitsPerSecond{1'570'000'000});
  const Decision congested = policy.decide(busy({1'260'000'000}, 0.5, 0.5, 0.8), steps);
  EXPECT_EQ(congested.want, BitsPerSecond{950'000'000});
  EXPECT_EQ(congested.why, "congested downstream, and still quiet by its history");
  EXPECT_EQ(policy.decide(busy({1'260'000'000}, 0.8, 0.8, 0.8), steps).want, BitsPerSecond{1'570'000'000});
  ChannelView unknown = busy({1'260'000'000}, 0.5, 0.5, 0.8);
  unknown.downstream.reset();
  EXPECT_EQ(policy.decide(unknown, steps).want, BitsPerSecond{1'570'000'000});
}

/// 2.5 Gb/s carry 312,500 bytes in a millisecond.
ChannelView carrying(BitsPerSecond rate, double share_of_full) {
  ChannelView view = busy(rate, 0.9, share_of_full);
  view.since = 1_ms, view.sent = Bytes{static_cast<std::int64_t>(share_of_full * 312'500)};
  return view;
}

TEST(HistoryDvs, MayMeasureTheShareOfFullRate) {
  HistoryDvs policy;
  policy.utilisation = UtilisationOf::full_rate, policy.low = 0.19, policy.high = 0.24;
  // Busy for 90 % of the time, and still quiet: at full rate the same bytes would take 16 % of it.
  EXPECT_EQ(policy.decide(carrying({950'000'000}, 0.16), steps).want, BitsPerSecond{640'000'000});
  EXPECT_EQ(policy.decide(carrying({640'000'000}, 0.22), steps).want, BitsPerSecond{640'000'000});
  EXPECT_EQ(policy.decide(carrying({640'000'000}, 0.25), steps).want, BitsPerSecond{950'000'000});
}

TEST(HistoryDvs, RefusesThresholdsThatTheSlowestRateNeverExceeds) {
  HistoryDvs policy;
  EXPECT_TRUE(policy.fit(steps, {}).empty());
  policy.utilisation = UtilisationOf::full_rate;
  const Problems problems = policy.fit(steps, {});
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].where, "high");
  EXPECT_NE(problems[0].what.find("at most 0.256"), std::string::npos) << problems[0].what;
  policy.high = policy.congested_high = 0.24;
  EXPECT_TRUE(policy.fit(steps, {}).empty());
}

TEST(HistoryDvs, WhatWaitsInFrontOfALinkDoesNotMatter) {
  ChannelView waiting = busy({1'260'000'000}, 0.5, 0.5);
  waiting.queued = 100_KiB;
  EXPECT_EQ(HistoryDvs{}.decide(waiting, steps).want, BitsPerSecond{1'570'000'000});
}

TEST(HistoryDvs, WeighsTheBufferByItsHistoryToo) {
  // 0.75 x 0.6 + 0.25 x 0.1 = 0.475, not congested yet; 0.75 x 0.6 + 0.25 x 0.475 = 0.569.
  ChannelView filling = busy({1'260'000'000}, 0.5, 0.5, 0.6);
  filling.memory.trend = 0.1;
  const Decision first = HistoryDvs{}.decide(filling, steps);
  EXPECT_EQ(first.why, "busy by its history");
  EXPECT_DOUBLE_EQ(first.memory.trend, 0.475);
  filling.memory = first.memory;
  EXPECT_EQ(HistoryDvs{}.decide(filling, steps).why, "congested downstream, and still quiet by its history");
}

TEST(HistoryDvs, RefusesThresholdsThatCross) {
  HistoryDvs policy;
  policy.low = 0.5;
  ASSERT_EQ(policy.check().size(), 1u);
  EXPECT_EQ(policy.check()[0].where, "low");
  policy = {};
  policy.congested_high = 0.6;
  EXPECT_EQ(policy.check()[0].where, "congested_low");
  EXPECT_TRUE(HistoryDvs{}.check().empty());
}

}  // namespace
}  // namespace ebb::inline power
