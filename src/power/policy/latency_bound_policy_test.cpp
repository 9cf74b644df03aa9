#include "power/policy/latency_bound_policy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

const PolicyContext butterfly{.path_channels = 4, .epoch = 10_us, .output_queue = {}, .longest_change = 1_us};

/// Fits the policy, once more after a run with this latency at full rate.
Problems fit_after(LatencyBoundPolicy& policy, const FullRateLatency& full,
                   const RateLevels& rates = infiniband_rates, PolicyContext context = butterfly) {
  context.full_rate = full;
  return policy.fit(rates, context);
}

LatencyBound bound_of(const LatencyBoundPolicy& policy) { return *policy.requirements().latency_bound; }

LatencyBoundPolicy latency_bound_of(Picoseconds bound) {
  LatencyBoundPolicy policy;
  policy.bound = bound;
  EXPECT_TRUE(policy.check().empty());
  EXPECT_TRUE(policy.fit(infiniband_rates, butterfly).empty());
  EXPECT_TRUE(fit_after(policy, {.mean = 10_us, .p99 = 20_us, .waiting = {}}).empty());
  return policy;
}

ChannelView with_left(double left, Bytes queued = {}) {
  ChannelView view = after_epoch(infiniband_rates.slowest(), 0_B, queued);
  view.idle_for = queued.v > 0 ? 0_us : 1_ms;
  view.delay_budget_left = left;
  view.cause = queued.v > 0 ? Cause::queue : Cause::time;
  return view;
}

TEST(LatencyBoundPolicy, GivesNineTenthsOfItsBoundAndChargesWiresAMultiple) {
  EXPECT_EQ(bound_of(latency_bound_of(10_us)).per_packet, 9_us);
  EXPECT_EQ(bound_of(latency_bound_of(10_us)).kept, 900_us);
  EXPECT_EQ(bound_of(latency_bound_of(30_us)).per_packet, 18_us);  // of no more than 20 changes
  EXPECT_DOUBLE_EQ(bound_of(latency_bound_of(30_us)).factor, 3);
  EXPECT_EQ(bound_of(latency_bound_of(30_us)).waiting, 0_us);
  LatencyBoundPolicy tail;
  tail.bound = 24_us, tail.of = BoundedFigure::p99;
  EXPECT_TRUE(tail.fit(infiniband_rates, butterfly).empty());
  ASSERT_TRUE(tail.requirements().full_rate_latency);
  EXPECT_TRUE(fit_after(tail, {.mean = 10_us, .p99 = 20_us, .waiting = {}}).empty());
  EXPECT_DOUBLE_EQ(bound_of(tail).factor, 12);
  EXPECT_LT(bound_of(tail).waiting, 0_us);  // not corrected
  tail.part = 0.5;
  EXPECT_TRUE(tail.fit(infiniband_rates, butterfly).empty());
  EXPECT_DOUBLE_EQ(bound_of(tail).factor, 2);
}

TEST(LatencyBoundPolicy, KeepsFullRateUntilItKnowsTheLatencyThere) {
  LatencyBoundPolicy policy;
  policy.bound = 20_us;
  EXPECT_TRUE(policy.fit(infiniband_rates, butterfly).empty());
  ASSERT_TRUE(policy.requirements().full_rate_latency);
  EXPECT_EQ(bound_of(policy).per_packet, 0_us);  // so nothing is ever left
  policy.part = 0.5;
  EXPECT_FALSE(policy.requirements().full_rate_latency);
  policy.part = 0, policy.baseline = 10_us;
  EXPECT_FALSE(policy.requirements().full_rate_latency);
  EXPECT_TRUE(policy.fit(infiniband_rates, butterfly).empty());
  EXPECT_EQ(bound_of(policy).per_packet, 18_us);
  EXPECT_LT(bound_of(policy).waiting, 0_us);
}

TEST(LatencyBoundPolicy, WorksOnWiresOnWhichAPacketTakesLongerThanAnyWindow) {
  // At 100 Mb/s a frame of 1,500 bytes takes 120 us, six times the bound.
  const RateLevels slow({25_Mbps, 50_Mbps, 100_Mbps});
  PolicyContext lab{.path_channels = 4, .epoch = 1'000_ms, .output_queue = {}, .longest_change = 10_ms};
  lab.packet = 1500_B;
  LatencyBoundPolicy policy;
  policy.bound = 20_us;
  EXPECT_TRUE(policy.fit(slow, lab).empty());
  EXPECT_TRUE(fit_after(policy, {.mean = 500_us, .p99 = 900_us, .waiting = {}}, slow, lab).empty());
  // Its window is never shorter than a tenth of a change, 1 ms: 3,125 bytes at 25 Mb/s.
  ChannelView view = after_epoch(slow.slowest(), 0_B, 1500_B);
  view.cause = Cause::queue, view.delay_budget_left = 1;
  EXPECT_EQ(policy.decide(view, slow).want, 25_Mbps);
  view.queued = 9000_B;
  EXPECT_EQ(policy.decide(view, slow).want, 100_Mbps);
  view.queued = 1500_B, view.delay_budget_left = 0;
  EXPECT_EQ(policy.decide(view, slow).want, 100_Mbps);
}

TEST(LatencyBoundPolicy, ChargesMoreWherePacketsWaitForEachOtherAlready) {
  LatencyBoundPolicy policy = latency_bound_of(20_us);
  EXPECT_TRUE(fit_after(policy, {.mean = 100_us, .p99 = 300_us, .waiting = 20_us}).empty());
  EXPECT_DOUBLE_EQ(bound_of(policy).factor, 3 * (1 + 25 * 0.2 * 0.2 * 0.2 * 0.2));
  EXPECT_EQ(bound_of(policy).waiting, 20_us);
  EXPECT_TRUE(fit_after(policy, {.mean = 100_us, .p99 = 300_us, .waiting = 200_us}).empty());
  EXPECT_DOUBLE_EQ(bound_of(policy).factor,
                   78);  // their mean is over another time: no more than all of it
}

TEST(LatencyBoundPolicy, RefusesABoundOnThe99thPercentileThatAFewChangesBreak) {
  // Two changes of 1 us on each of four channels are 8 us, and may take half of the bound.
  LatencyBoundPolicy tail;
  tail.bound = 16_us, tail.of = BoundedFigure::p99;
  EXPECT_TRUE(tail.fit(infiniband_rates, butterfly).empty());
  tail.bound = 15_us;
  EXPECT_EQ(tail.fit(infiniband_rates, butterfly).at(0).where, "bound");
  tail.bound = {}, tail.percent = 10;
  EXPECT_TRUE(tail.fit(infiniband_rates, butterfly).empty());  // of what, it does not know yet
  EXPECT_EQ(fit_after(tail, {.mean = 80_us, .p99 = 150_us, .waiting = {}}).at(0).where, "percent");
}

TEST(LatencyBoundPolicy, TakesPercentOfTheLatencyAtFullRate) {
  LatencyBoundPolicy policy;
  policy.percent = 10, policy.part = 1;
  EXPECT_TRUE(policy.fit(infiniband_rates, butterfly).empty());
  ASSERT_TRUE(policy.requirements().full_rate_latency);
  EXPECT_TRUE(fit_after(policy, {.mean = 80_us, .p99 = 300_us, .waiting = {}}).empty());
  EXPECT_EQ(bound_of(policy).per_packet, 7200_ns);
  policy.of = BoundedFigure::p99;
  EXPECT_TRUE(fit_after(policy, {.mean = 80_us, .p99 = 300_us, .waiting = {}}).empty());
  EXPECT_EQ(bound_of(policy).per_packet, 27_us);
  EXPECT_EQ(fit_after(policy, {}).at(0).where, "baseline");
  policy.baseline = 500_us;
  EXPECT_FALSE(policy.requirements().full_rate_latency);
  EXPECT_TRUE(policy.fit(infiniband_rates, butterfly).empty());
  EXPECT_EQ(bound_of(policy).per_packet, 45_us);
}

TEST(LatencyBoundPolicy, WithNothingLeftAllGoToFullRate) {
  for (const double left : {-3.0, 0.0}) {
    const Decision d = latency_bound_of(20_us).decide(with_left(left), infiniband_rates);
    EXPECT_EQ(d.want, 40_Gbps);
    EXPECT_EQ(d.evaluate_after, 10_us);
  }
}

TEST(LatencyBoundPolicy, TheMoreIsLeftTheLongerQueuesMayTake) {
  // 5,000 bytes leave in 1 us at full rate, in 16 us at the slowest.
  BitsPerSecond before = 40_Gbps;
  for (const double left : {0.01, 0.3, 0.6, 0.8, 1.0}) {
    const Decision d = latency_bound_of(20_us).decide(with_left(left, 5000_B), infiniband_rates);
    EXPECT_LE(d.want, before) << left;
    before = d.want;
  }
  EXPECT_EQ(before, infiniband_rates.slowest());
}

TEST(LatencyBoundPolicy, WithLittleLeftAChannelWaitsLongerBeforeItRests) {
  const LatencyBoundPolicy policy = latency_bound_of(20_us);
  ChannelView view = with_left(1);
  view.rate = 40_Gbps, view.idle_for = 1_us;
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, infiniband_rates.slowest());
  view.delay_budget_left = 0.01;  // queues may take a tenth of a change: it waits for ten
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, 40_Gbps);
  view.idle_for = 10_us;
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, infiniband_rates.slowest());
}

TEST(LatencyBoundPolicy, WherePacketsComeOftenAChannelKeepsASteadyRateAndChangesOnlyWhenThatPays) {
  // Ten packets of 2,000 bytes in 10 us: 3.2 us for one at 5 Gb/s, 1.6 at 10. The queue may take 2.6 us.
  const LatencyBoundPolicy policy = latency_bound_of(20_us);
  ChannelView view = after_epoch(10_Gbps, 20'000_B, 2000_B);
  view.packets = 10, view.delay_budget_left = 0.5;
  const Decision d = policy.decide(view, infiniband_rates);
  EXPECT_EQ(d.want, 10_Gbps);
  EXPECT_EQ(d.evaluate_after, 10_us);
  EXPECT_EQ(d.evaluate_at,
            3235_B);  // 1 byte more than leaves in 2.5875 us; 1,667 would leave sooner after a change
  view.queued = 20'000_B, view.cause = Cause::queue;
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, 40_Gbps);
  view.queued = 0_B, view.rate = 40_Gbps, view.idle_for = 5_us;
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, 10_Gbps);
  view.idle_for = 11_us;  // the burst is over
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, infiniband_rates.slowest());
}

TEST(LatencyBoundPolicy, SteadyRateIsEnoughForAllUnlessQueuesMayTakeManyChanges) {
  // 40 packets of 1,000 bytes in 10 us, as usual: 32 Gb/s. One alone would leave in time at 10 Gb/s.
  const LatencyBoundPolicy policy = latency_bound_of(20_us);
  ChannelView view = after_epoch(20_Gbps, 40'000_B);
  view.packets = 40, view.delay_budget_left = 0.4, view.memory = {.level = 0, .trend = 4, .bits = 1000};
  EXPECT_EQ(policy.decide(view, infiniband_rates).want, 40_Gbps);
  view.delay_budget_left = 0.85;  // 12 changes
  EXPECT_LT(policy.decide(view, infiniband_rates).want, 20_Gbps);
}

TEST(LatencyBoundPolicy, IdleChannelsSwitchOffWhereTheyMay) {
  LatencyBoundPolicy policy;
  policy.bound = 20_us, policy.idle_state = IdleState::off;
  EXPECT_TRUE(policy.fit(rates_with_off, butterfly).empty());
  EXPECT_EQ(policy.decide(with_left(1), rates_with_off).want, BitsPerSecond{0});
  EXPECT_EQ(policy.fit(infiniband_rates, butterfly).at(0).where, "idle_state");
}

RC_GTEST_PROP(LatencyBoundPolicy, AnswersEveryViewWithARateOfTheLadder, ()) {
  LatencyBoundPolicy policy =
      latency_bound_of(Picoseconds{*rc::gen::inRange<std::int64_t>(1, 1'000'000'000)});
  const BitsPerSecond rate = infiniband_rates[*rc::gen::inRange<std::size_t>(0, 5)];
  const auto sent = *rc::gen::inRange<std::int64_t>(0, 50'000);
  const auto queued = *rc::gen::inRange<std::int64_t>(0, 50'000);
  ChannelView view = after_epoch(rate, {sent}, {queued});
  view.delay_budget_left = *rc::gen::inRange(-200, 120) / 100.0;
  view.cause = *rc::gen::element(Cause::time, Cause::queue);
  view.idle_for = {*rc::gen::inRange<std::int64_t>(0, 20'000'000)};
  const Decision d = policy.decide(view, infiniband_rates);
  RC_ASSERT(infiniband_rates[infiniband_rates.level(d.want)] == d.want);
  RC_ASSERT(view.delay_budget_left > 0 || d.want == 40_Gbps);
  RC_ASSERT(d.evaluate_at.v > 0 && d.evaluate_after.v >= 0 && !d.why.empty());
}

TEST(LatencyBoundPolicy, RefusesParametersThatMeanNothing) {
  EXPECT_EQ(LatencyBoundPolicy{}.check().at(0).where, "bound");
  LatencyBoundPolicy policy;
  policy.bound = 1_us, policy.part = 2, policy.credit = 0;
  EXPECT_EQ(policy.check().size(), 2u);
  policy = {};
  policy.percent = -1;
  EXPECT_EQ(policy.check().at(0).where, "percent");
  policy.percent = 5, policy.bound = 1_us;
  EXPECT_EQ(policy.check().size(), 1u);
}

}  // namespace
}  // namespace ebb::inline power
