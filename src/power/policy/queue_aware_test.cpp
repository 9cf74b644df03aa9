#include "power/policy/queue_aware.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

ChannelView with_queue(BitsPerSecond rate, Bytes queued, double utilisation = 1) {
  ChannelView view;
  view.rate = rate, view.queued = queued, view.utilisation = utilisation, view.since = 10_us;
  return view;
}

QueueAware within_10us() {
  QueueAware policy;
  policy.within = 10_us;
  return policy;
}

TEST(QueueAware, ChoosesTheSlowestRateThatEmptiesTheQueueInTime) {
  // In 10 us, 2.5 Gb/s carry 3,125 bytes, 5 carry 6,250, 10 carry 12,500, 20 carry 25,000.
  const QueueAware policy = within_10us();
  const std::pair<std::int64_t, BitsPerSecond> grid[] = {
      {1, {2'500'000'000}},    {3125, {2'500'000'000}}, {3126, {5'000'000'000}},
      {6250, {5'000'000'000}}, {6251, 10_Gbps},         {12'500, 10_Gbps},
      {25'000, 20_Gbps},       {25'001, 40_Gbps},       {1'000'000'000, 40_Gbps},
  };
  for (const auto& [queued, rate] : grid)
    EXPECT_EQ(policy.decide(with_queue({2'500'000'000}, {queued}), infiniband_rates).want, rate) << queued;
}

TEST(QueueAware, BecomesSlowerOnlyWithRoomToSpare) {
  // At 20 Gb/s with 12,000 bytes: 10 Gb/s would do in 10 us, but not in 5.
  const QueueAware policy = within_10us();
  EXPECT_EQ(policy.decide(with_queue(20_Gbps, 12'000_B), infiniband_rates).want, 20_Gbps);
  EXPECT_EQ(policy.decide(with_queue(20_Gbps, 6000_B), infiniband_rates).want, 10_Gbps);
}

TEST(QueueAware, RestsOnceItIsEmptyAndNamesTheQueueThatWakesIt) {
  QueueAware policy = within_10us();
  ChannelView view = with_queue(40_Gbps, 0_B);
  view.idle_for = 50_ns;
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, 40_Gbps);
  EXPECT_EQ(policy.decide(view, infiniband_rates).evaluate_after, 50_ns);
  view.idle_for = 100_ns;
  const Decision d = policy.decide(view, infiniband_rates);
  EXPECT_EQ(d.want, infiniband_rates.slowest());
  EXPECT_EQ(d.evaluate_after, Decision::never);
  EXPECT_EQ(d.evaluate_at, 3126_B);
  policy.idle_state = IdleState::off;
  const RateLevels with_off({{0}, 10_Gbps, 40_Gbps});
  EXPECT_EQ(policy.decide(view, with_off).want, BitsPerSecond{0});
  EXPECT_EQ(policy.decide(view, with_off).evaluate_at, 1_B);
}

TEST(QueueAware, WhileOffAShortQueueWaitsForCompany) {
  QueueAware policy = within_10us();
  policy.idle_state = IdleState::off, policy.hold = 3_us;
  ChannelView off = with_queue({0}, 3125_B, 0);  // what the slowest rate carries in 10 us
  off.cause = Cause::queue;
  const Decision d = policy.decide(off, rates_with_off);
  EXPECT_EQ(d.want, BitsPerSecond{0});
  EXPECT_EQ(d.evaluate_after, 3_us);
  EXPECT_EQ(d.evaluate_at, 3126_B);
  off.cause = Cause::time;  // it has waited
  EXPECT_EQ(policy.decide(off, rates_with_off).want, rates_with_off.slowest());
  off.cause = Cause::queue, off.queued = 3126_B;
  EXPECT_EQ(policy.decide(off, rates_with_off).want, 10_Gbps);
  policy.hold = {}, off.queued = 1_B;
  EXPECT_EQ(policy.decide(off, rates_with_off).want, rates_with_off.slowest());
  policy.hold = {-1};
  EXPECT_EQ(policy.check().at(0).where, "hold");
}

TEST(QueueAware, RateThatIsNotUsedIsGivenUp) {
  const QueueAware policy = within_10us();
  ChannelView starved = with_queue(40_Gbps, 30'000_B, 0.4);
  EXPECT_EQ(policy.decide(starved, infiniband_rates).want, 20_Gbps);
  starved.cause = Cause::queue;  // it has only just grown
  EXPECT_EQ(policy.decide(starved, infiniband_rates).want, 40_Gbps);
}

TEST(QueueAware, NeverWaitsForAQueueThatCannotBe) {
  QueueAware policy;
  policy.within = 100_us;
  PolicyContext around;
  around.output_queue = 32_KiB;
  EXPECT_TRUE(policy.fit(infiniband_rates, around).empty());
  for (const BitsPerSecond rate : {BitsPerSecond{2'500'000'000}, 10_Gbps, 20_Gbps})
    EXPECT_LE(policy.decide(with_queue(rate, 1000_B), infiniband_rates).evaluate_at, 32_KiB);
}

TEST(QueueAware, RefusesATimeInWhichNoRateGetsAPacketOut) {
  // It would be evaluated ten thousand times for each packet, without ever reaching a stable rate.
  QueueAware policy;
  PolicyContext around;
  around.packet = 1000_B;  // 200 ns at 40 Gb/s
  policy.within = 200_ns;
  EXPECT_TRUE(policy.fit(infiniband_rates, around).empty());
  policy.within = Picoseconds{199'999};
  const Problems problems = policy.fit(infiniband_rates, around);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "within");
  EXPECT_EQ(problems[0].what,
            "is 199999ps, but at full rate a packet of 1kB takes 200ns: no rate would be enough");
}

TEST(QueueAware, AsksEarlyAtEveryRateButTheFastest) {
  for (std::int64_t queued = 0; queued < 60'000; queued += 500) {
    const Decision d = QueueAware{}.decide(with_queue(10_Gbps, {queued}), infiniband_rates);
    if (d.want == 40_Gbps)
      EXPECT_EQ(d.evaluate_at, Decision::no_queue);
    else
      EXPECT_GT(d.evaluate_at, Bytes{queued});
  }
}

TEST(QueueAware, RefusesNoTimeAtAllAndAnOffStateThatIsNotThere) {
  QueueAware policy;
  policy.within = {0};
  EXPECT_EQ(policy.check().at(0).where, "within");
  policy.idle_state = IdleState::off;
  EXPECT_EQ(policy.fit(infiniband_rates, {}).at(0).where, "idle_state");
}

}  // namespace
}  // namespace ebb::inline power
