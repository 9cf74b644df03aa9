#include "power/promise.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "power/policy_testing.hpp"

namespace ebb {
namespace {

const Surroundings butterfly{
    .path_channels = 4, .epoch = 10_us, .output_queue = {}, .longest_change = 1_us, .empty_latency = 1_us};

/// A promise of 20 us on paths of four channels: 5 us for a packet on each.
Promise promise_of(Picoseconds bound) {
  Promise policy;
  policy.bound = bound;
  EXPECT_TRUE(policy.check().empty());
  EXPECT_TRUE(policy.fit(infiniband_rates, butterfly).empty());
  return policy;
}

TEST(Promise, SharesItsBoundAmongTheChannelsOfAPath) {
  EXPECT_EQ(promise_of(20_us).budget(), 5_us);
  Promise percent;
  percent.percent = 10;
  EXPECT_TRUE(percent.fit(infiniband_rates, butterfly).empty());
  EXPECT_EQ(percent.budget(), 25_ns);  // of the empty network's 1 us
  percent.baseline = 8_us, percent.path = 2;
  EXPECT_TRUE(percent.fit(infiniband_rates, butterfly).empty());
  EXPECT_EQ(percent.budget(), 400_ns);
}

ChannelView idle_channel(ChannelMemory memory = {}) {
  ChannelView view = after_epoch(40_Gbps, 0_B, {}, memory);
  view.idle_for = 10_us;
  return view;
}

TEST(Promise, IdleChannelsRestUntilTheFirstByte) {
  const Decision d = promise_of(20_us).decide(idle_channel(), infiniband_rates);
  EXPECT_EQ(d.want, infiniband_rates.slowest());
  EXPECT_EQ(d.ask_at, 1_B);
  EXPECT_EQ(d.ask_after, Decision::never);
}

TEST(Promise, IdleChannelsSwitchOffWhereTheyCan) {
  EXPECT_EQ(promise_of(20_us).decide(idle_channel(), rates_with_off).want, BitsPerSecond{0});
}

TEST(Promise, AChannelThatWasBusyJustNowDoesNotRest) {
  ChannelView view = idle_channel();
  view.idle_for = 900_ns;
  EXPECT_EQ(promise_of(20_us).decide(view, infiniband_rates).want, 40_Gbps);
}

TEST(Promise, GoesToFullRateWhenTheBudgetIsSpentAndStaysUntilItIsEarnedAgain) {
  const Promise policy = promise_of(20_us);
  ChannelView view = after_epoch(infiniband_rates.slowest(), 2000_B);  // two packets earn 10 us
  view.added_delay = 14_us;
  Decision d = policy.decide(view, infiniband_rates);
  EXPECT_EQ(d.want, 40_Gbps);
  EXPECT_DOUBLE_EQ(d.memory.level, -4e6);
  EXPECT_EQ(policy.decide(idle_channel(d.memory), infiniband_rates).want, 40_Gbps);
  view = after_epoch(40_Gbps, 1000_B, {}, d.memory);  // one packet on time earns 5 us
  view.idle_for = 2_us;
  EXPECT_NE(policy.decide(view, infiniband_rates).want, 40_Gbps);
}

TEST(Promise, GoesToFullRateWhenTooMuchWaits) {
  ChannelView view = after_epoch(infiniband_rates.slowest(), 0_B, 4000_B);
  view.cause = Cause::queue;
  EXPECT_EQ(promise_of(20_us).decide(view, infiniband_rates).want, 40_Gbps);
}

TEST(Promise, SmallerBoundsMeanFasterRates) {
  // A tenth of full load in packets of 1,000 bytes: 0.2 us each at full rate, 3.2 us at the slowest.
  BitsPerSecond before = 40_Gbps;
  for (const Picoseconds bound : {100_ns, 1_us, 2_us, 4_us, 40_us}) {
    Promise policy = promise_of(bound);
    ChannelView view = after_epoch(40_Gbps, 5000_B);
    view.memory.trend = 0.1, view.memory.bits = 1000;
    const BitsPerSecond want = policy.decide(view, infiniband_rates).want;
    EXPECT_LE(want, before);
    before = want;
  }
  EXPECT_EQ(before, BitsPerSecond{5'000'000'000});  // 4 Gb/s would fill the slowest
}

TEST(Promise, ForThe99thPercentileTwoChangesMustBeWithinTheBudget) {
  for (const auto& [bound, want] : {std::pair{8_us, infiniband_rates.slowest()}, {7_us, 40_Gbps}}) {
    Promise policy = promise_of(bound);
    policy.of = PromisedFigure::p99;
    EXPECT_EQ(policy.decide(idle_channel(), infiniband_rates).want, want);
  }
}

TEST(Promise, ForThe99thPercentileSoMustASlowPacket) {
  // At 5 Gb/s 1,000 bytes take 1.4 us longer, at 10 Gb/s 0.6 us; two changes take 2 us.
  for (const auto& [bound, want] : {std::pair{16_us, BitsPerSecond{5'000'000'000}}, {12_us, 10_Gbps}}) {
    Promise policy = promise_of(bound);
    policy.of = PromisedFigure::p99;
    ChannelView view = after_epoch(40_Gbps, 2000_B);
    view.memory.level = 1e12;
    EXPECT_EQ(policy.decide(view, infiniband_rates).want, want);
  }
}

TEST(Promise, FrequentPacketsKeepASteadyRate) {
  // A packet every 3.3 us, 2.4 Gb/s: waking for each, at 1 us a change, would keep the channel at full rate.
  const Decision often = promise_of(20_us).decide(after_epoch(40_Gbps, 3000_B), infiniband_rates);
  EXPECT_EQ(often.want, BitsPerSecond{5'000'000'000});
  EXPECT_EQ(often.ask_at, 3125_B);  // 5 us at 5 Gb/s
}

TEST(Promise, SavesUpNoMoreThanItsCredit) {
  Promise policy = promise_of(20_us);
  policy.credit = 10;
  ChannelView view = after_epoch(40_Gbps, 50'000_B);
  EXPECT_DOUBLE_EQ(policy.decide(view, infiniband_rates).memory.level, 50e6);
}

RC_GTEST_PROP(Promise, SlowsDownOnlyWhileNothingIsOwed, ()) {
  // Whatever happens: a channel that owes is at full rate, and the balance is what was earned less what was
  // spent, up to the credit.
  Promise policy = promise_of(Picoseconds{*rc::gen::inRange<std::int64_t>(1'000'000, 100'000'000)});
  ChannelMemory memory;
  BitsPerSecond rate = 40_Gbps;
  for (int step = 0; step < 50; ++step) {
    ChannelView view = after_epoch(rate, {*rc::gen::inRange<std::int64_t>(0, 50'000)},
                                   {*rc::gen::inRange<std::int64_t>(0, 50'000)}, memory);
    view.added_delay = {*rc::gen::inRange<std::int64_t>(0, 200'000'000)};
    view.cause = *rc::gen::element(Cause::time, Cause::queue);
    const Decision d = policy.decide(view, infiniband_rates);
    const double earned = static_cast<double>(view.packets * policy.budget().v - view.added_delay.v);
    RC_ASSERT(d.memory.level <= memory.level + earned);
    RC_ASSERT(d.memory.level >= 0 || d.want == 40_Gbps);
    RC_ASSERT(d.ask_at.v > 0 && !d.why.empty());
    memory = d.memory, rate = d.want;
  }
}

TEST(Promise, SaysWhatItCannotKnow) {
  Promise policy;
  EXPECT_EQ(policy.fit(infiniband_rates, {}).at(0).where, "path");
  policy.percent = 5, policy.path = 3;
  EXPECT_EQ(policy.fit(infiniband_rates, {}).at(0).where, "baseline");
  policy.percent = 0, policy.bound = {2};
  EXPECT_EQ(policy.fit(infiniband_rates, {}).at(0).where, "bound");
}

TEST(Promise, RefusesParametersThatMeanNothing) {
  Promise policy;
  policy.bound = {0}, policy.baseline = 1_us, policy.path = -1, policy.credit = 0;
  EXPECT_EQ(policy.check().size(), 4u);
  policy = {};
  policy.percent = -1;
  EXPECT_EQ(policy.check().at(0).where, "percent");
}

}  // namespace
}  // namespace ebb
