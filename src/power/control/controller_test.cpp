// Every step of a change of rate, on one channel by hand: evaluate, propagate, agree, drain, change, apply.
#include "power/control/controller.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "power/policy/halve_double.hpp"
#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

using What = LevelChange::What;
constexpr auto nothing_stranded = [] { return true; };
constexpr auto something_stranded = [] { return false; };

/// Decides what the test sets.
struct Prescribed final : Policy {
  Decision evaluation{40_Gbps, "prescribed"};
  Problems check() const override { return {}; }
  Decision decide(const ChannelView&, const RateLevels&) const override { return evaluation; }
};

/// A channel at full rate at time 0. Evaluations after 10 us, changes of 1 us, requests reach the other end
/// after 100 ns.
struct Controlled {
  Prescribed policy;
  ControlSettings settings;
  Controller controller{settings, 100_ns};
  ChannelControl channel;
  std::vector<std::int64_t> times;

  explicit Controlled(const RateLevels& rates = infiniband_rates)
      : settings(rates, policy, 10_us, 1_us), channel(controller.fresh()), times(2 * rates.size()) {}

  /// Both ends have received these requests.
  void received(std::size_t own, std::size_t other) {
    Controller::receive(channel, false, own);
    Controller::receive(channel, true, other);
    channel.requested = static_cast<std::uint8_t>(own);
  }
  LevelChange apply_level(Picoseconds now, Picoseconds wire_free = {},
                          std::optional<Bytes> queued = Bytes{0}) {
    return controller.apply_level(channel, now, wire_free, queued, times);
  }
  /// The policy requests a level. The other end can know 140 ns later.
  LevelRequest requested(Picoseconds now, std::size_t level) {
    const Evaluation evaluation = evaluate(now, {settings.levels[level], "prescribed"}, nothing_stranded);
    return controller.propagate(channel, evaluation.requested, now + 140_ns);
  }
  template <class IsEmpty>
  Evaluation evaluate(Picoseconds now, Decision evaluation, const IsEmpty& is_empty, Bytes queued = {}) {
    policy.evaluation = evaluation;
    Observation seen;
    seen.now = now, seen.queued = queued;
    return controller.evaluate(channel, seen, Cause::time, is_empty);
  }
};

Observation observed(Picoseconds now, Picoseconds busy, Bytes passed, Picoseconds last_busy) {
  Observation seen;
  seen.now = now, seen.busy = busy, seen.passed = passed, seen.last_busy = last_busy;
  return seen;
}

// Evaluate.

TEST(Ask, ShowsWhatHasPassedSinceTheQuestionBefore) {
  Controlled at;
  const auto evaluate = [&](const Observation& seen) {
    return at.controller.evaluate(at.channel, seen, Cause::time, nothing_stranded).view;
  };
  const ChannelView first = evaluate(observed(10_us, 4_us, 20'000_B, 8_us));
  EXPECT_EQ(first.rate, 40_Gbps);
  EXPECT_DOUBLE_EQ(first.utilisation, 0.4);
  EXPECT_EQ(first.since, 10_us);
  EXPECT_EQ(first.sent, 20'000_B);
  EXPECT_EQ(first.idle_for, 2_us);
  const ChannelView second = evaluate(observed(30_us, 14_us, 70'000_B, 31_us));
  EXPECT_DOUBLE_EQ(second.utilisation, 0.5);
  EXPECT_EQ(second.since, 20_us);
  EXPECT_EQ(second.sent, 50'000_B);
  EXPECT_EQ(second.idle_for, 0_us) << "the wire is booked beyond now";
  EXPECT_DOUBLE_EQ(at.channel.load, 0.5);  // 50,000 of the 100,000 bytes of 20 us
}

TEST(Ask, SilenceIsNoTimeInWhichTheChannelCouldSend) {
  Controlled at;
  at.received(3, 3);
  ASSERT_EQ(at.apply_level(9_us).at, 10_us);
  const Evaluation evaluation =
      at.controller.evaluate(at.channel, observed(11_us, 5_us, 0_B, 9_us), Cause::time, nothing_stranded);
  EXPECT_DOUBLE_EQ(evaluation.view.utilisation, 0.5);  // 5 of 10 us
  EXPECT_EQ(evaluation.view.since, 11_us);
  EXPECT_EQ(evaluation.view.in_transition, 1_us);
  EXPECT_EQ(evaluation.view.rate, 20_Gbps);
}

TEST(Ask, InTheMiddleOfAChangeCountsTheSilenceSoFar) {
  Controlled at;
  at.received(3, 3);
  at.apply_level(9_us);
  const auto in_transition_at = [&](Picoseconds now) {
    return at.controller.evaluate(at.channel, observed(now, 0_us, 0_B, 0_us), Cause::time, nothing_stranded)
        .view.in_transition;
  };
  EXPECT_EQ(in_transition_at(Picoseconds{9'400'000}), 400_ns);
  EXPECT_EQ(in_transition_at(12_us), 600_ns);
  EXPECT_EQ(in_transition_at(13_us), 0_us);
}

TEST(Ask, KeepsTheLevelAndReportsAPolicyThatRequestsARateThatIsNoLevel) {
  Controlled at;
  at.policy.set_name("odd");
  EXPECT_FALSE(at.controller.bad_rate());
  EXPECT_EQ(at.evaluate(10_us, {10_Gbps, "prescribed"}, nothing_stranded).requested, 2u);
  EXPECT_FALSE(at.controller.bad_rate());
  const std::uint8_t before = at.channel.requested;
  EXPECT_EQ(at.evaluate(30_us, {{7'000'000'000}, "prescribed"}, nothing_stranded).requested, before);
  EXPECT_EQ(at.evaluate(20_us, {{50'000'000'000}, "prescribed"}, nothing_stranded).requested, before);
  const auto bad = at.controller.bad_rate();
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->at, 20_us) << "the earliest, whichever thread came first";
  const Problem problem = bad_rate_problem(at.policy, at.settings.levels, *bad);
  EXPECT_EQ(
      problem.what,
      "\"odd\" requested 50Gb/s at 20us, but the rate levels of the channel are 2.5Gb/s, 5Gb/s, 10Gb/s, "
      "20Gb/s, 40Gb/s");
}

TEST(Ask, TwiceInAPicosecondShowsAnIdleChannel) {
  Controlled at;
  const Observation seen = observed(10_us, 4_us, 20'000_B, 8_us);
  at.controller.evaluate(at.channel, seen, Cause::time, nothing_stranded);
  const Evaluation again = at.controller.evaluate(at.channel, seen, Cause::queue, nothing_stranded);
  EXPECT_EQ(again.view.utilisation, 0);
  EXPECT_EQ(again.view.since, 0_us);
  EXPECT_EQ(again.view.cause, Cause::queue);
  EXPECT_EQ(at.channel.load, 0);
}

TEST(Ask, AnOwnerThatCountsBytesAloneKnowsTheUtilisation) {
  Controlled at;
  const auto evaluate = [&](Picoseconds now, Bytes passed) {
    Observation seen;
    seen.now = now, seen.passed = passed;
    return at.controller.evaluate(at.channel, seen, Cause::time, nothing_stranded).view;
  };
  const ChannelView busy = evaluate(10_us, 25'000_B);  // 5 us at 40 Gb/s
  EXPECT_DOUBLE_EQ(busy.utilisation, 0.5);
  EXPECT_EQ(busy.idle_for, 0_us);
  const ChannelView idle = evaluate(25_us, 25'000_B);
  EXPECT_EQ(idle.utilisation, 0);
  EXPECT_EQ(idle.idle_for, 15_us) << "no less, for all that is known";
  at.received(3, 3);
  ASSERT_EQ(at.apply_level(25_us).at, 26_us);
  EXPECT_DOUBLE_EQ(evaluate(36_us, 37'500_B).utilisation, 0.5) << "5 of the 10 us in which it was not silent";
  EXPECT_DOUBLE_EQ(evaluate(37_us, 87'500_B).utilisation, 1) << "it may have sent at a faster rate before";
}

TEST(Ask, WithoutAQueueIsEnoughForAPolicyThatNeedsNone) {
  const HalveDouble policy;
  ASSERT_FALSE(policy.requirements().queue);
  const ControlSettings settings(infiniband_rates, policy, 10_us, 1_us);
  const Controller controller(settings, 100_ns);
  for (const std::optional<Bytes> queued : {std::optional<Bytes>{}, {Bytes{0}}, {Bytes{50'000}}}) {
    ChannelControl channel = controller.fresh();
    Observation seen = observed(10_us, 1_us, 5000_B, 1_us);
    seen.queued = queued;
    const Evaluation evaluation = controller.evaluate(channel, seen, Cause::time, nothing_stranded);
    EXPECT_EQ(evaluation.view.queued, queued) << "what nobody knows is not made up";
    EXPECT_EQ(evaluation.requested, 3u);
    EXPECT_EQ(evaluation.before, 4u);
  }
}

TEST(Ask, AChannelOfAnotherFullRateHasTheSameSharesOfItsOwn) {
  Controlled c;
  const RateLevels own = c.settings.levels.scaled_to(10_Gbps);
  EXPECT_EQ(own.fastest(), 10_Gbps);
  EXPECT_EQ(own[0].v, 625'000'000);  // of 2.5 of 40 Gb/s
  EXPECT_TRUE(c.settings.levels.differ_at(10_Gbps));
  EXPECT_FALSE(c.settings.levels.differ_at({12}));  // 0.75 bits a second are no rate
  c.policy.evaluation = {5_Gbps, "prescribed"};
  Observation seen;
  seen.now = 10_us, seen.levels = &own, seen.queued = Bytes{0}, seen.passed = Bytes{6'250};
  const Evaluation evaluation = c.controller.evaluate(c.channel, seen, Cause::time, nothing_stranded);
  EXPECT_EQ(evaluation.view.rate, 10_Gbps);
  EXPECT_DOUBLE_EQ(evaluation.view.utilisation, 0.5);  // 5 us at 10 Gb/s
  EXPECT_DOUBLE_EQ(c.channel.load, 0.5);
  EXPECT_EQ(evaluation.requested, 3u);
}

TEST(Ask, SaysWhenTheNextQuestionIs) {
  Controlled at;
  const auto next_after = [&](Picoseconds after) {
    at.evaluate(50_us, {.want = 40_Gbps, .why = "prescribed", .evaluate_after = after}, nothing_stranded);
    return at.channel.next_evaluation;
  };
  EXPECT_EQ(next_after(Decision::epoch), (60_us).v);
  EXPECT_EQ(next_after(3_us), (53_us).v);
  EXPECT_EQ(next_after(Decision::never), ChannelControl::never);
  EXPECT_EQ(next_after(Picoseconds{-5}), (50_us).v + 1) << "never in the same picosecond again";
}

TEST(Ask, KeepsWhatThePolicyRemembers) {
  Controlled at;
  at.channel.diverted = 500;
  at.evaluate(10_us,
              {.want = 40_Gbps,
               .why = "prescribed",
               .memory = {.level = 2, .trend = 3, .bits = 5},
               .evaluate_at_diverted = {900}},
              nothing_stranded);
  EXPECT_EQ(at.channel.memory.bits, 5u);
  EXPECT_EQ(at.channel.diverted, 0) << "counted anew from each question on";
  EXPECT_EQ(at.channel.evaluate_at_diverted, 900);
  EXPECT_EQ(at.evaluate(20_us, {40_Gbps, "prescribed"}, nothing_stranded).view.memory.level, 2);
}

// Propagate.

TEST(RequestedLevel, OfAChannelAloneConcernsNobodyElse) {
  Controlled at;
  const LevelRequest request = at.requested(10_us, 2);
  EXPECT_TRUE(request.applies);
  EXPECT_FALSE(request.arrives_at);
  EXPECT_EQ(at.controller.agreed(at.channel), 2u);
}

TEST(RequestedLevel, OfAPairIsToldWhenTheOtherEndCanKnow) {
  Controlled at;
  at.settings.paired = true;
  const LevelRequest request = at.requested(10_us, 2);
  EXPECT_FALSE(request.applies);
  EXPECT_EQ(request.arrives_at, 10'140_ns);
  EXPECT_EQ(at.channel.requested, 2);
  EXPECT_EQ(at.channel.own, 4) << "nobody has received of it yet";
  EXPECT_FALSE(at.requested(20_us, 2).arrives_at) << "nothing new";
}

TEST(RequestedLevel, TwoInOnePicosecondAreHeardOneAfterTheOther) {
  Controlled at;
  at.settings.paired = true;
  EXPECT_EQ(at.requested(10_us, 2).arrives_at, 10'140_ns);
  EXPECT_EQ(at.requested(10_us, 3).arrives_at, Picoseconds{10'140'001});
  EXPECT_EQ(at.requested(10_us, 1).arrives_at, Picoseconds{10'140'002});
  EXPECT_EQ(at.requested(11_us, 0).arrives_at, 11'140_ns);
}

TEST(RequestedLevel, ToBeOffOrOnAgainIsToldEvenAlone) {
  Controlled at(rates_with_off);
  EXPECT_TRUE(at.requested(10_us, 1).applies) << "on, and stays on";
  EXPECT_EQ(at.requested(20_us, 0).arrives_at, 20'140_ns);
  Controller::receive(at.channel, false, 0);
  EXPECT_EQ(at.requested(30_us, 3).arrives_at, 30'140_ns);
  Controller::receive(at.channel, false, 3);
  EXPECT_TRUE(at.requested(40_us, 2).applies);
}

TEST(RequestedLevel, LastOneHoldsAlthoughOthersAreStillOnTheirWay) {
  Controlled at(rates_with_off);
  // It requests off, then a packet wakes it, and the next one makes it faster, before any request arrives.
  EXPECT_EQ(at.requested(10'000_ns, 0).arrives_at, 10'140_ns);
  EXPECT_EQ(at.requested(10'050_ns, 2).arrives_at, 10'190_ns);
  EXPECT_EQ(at.requested(10'100_ns, 3).arrives_at, 10'240_ns)
      << "settled at once, the others would come after it";
  for (const std::size_t level : {0u, 2u, 3u}) Controller::receive(at.channel, false, level);
  EXPECT_EQ(at.controller.agreed(at.channel), 3u);
  EXPECT_TRUE(at.requested(10'240_ns, 1).applies) << "all have been received";
}

// Agree.

TEST(Agreed, AloneIsWhatTheChannelWishes) {
  Controlled at;
  at.received(1, 4);
  EXPECT_EQ(at.controller.agreed(at.channel), 1u);
}

TEST(Agreed, OfAPairIsTheFasterWish) {
  Controlled at;
  at.settings.paired = true;
  for (const auto& [own, other, both] : {std::tuple{1, 3, 3u}, {3, 1, 3u}, {2, 2, 2u}, {0, 0, 0u}}) {
    at.received(own, other);
    EXPECT_EQ(at.controller.agreed(at.channel), both);
  }
}

TEST(Agreed, OffIsACableOnlyWhenBothEndsWishIt) {
  Controlled at(rates_with_off);
  at.received(0, 3);
  EXPECT_EQ(at.controller.agreed(at.channel), 1u) << "it stays up, slowly, for the credits of the other";
  at.received(3, 0);
  EXPECT_EQ(at.controller.agreed(at.channel), 3u);
  at.received(0, 0);
  EXPECT_EQ(at.controller.agreed(at.channel), 0u);
}

TEST(Agreed, OffIsASingleChannelWhereCreditsHaveAPathOfTheirOwn) {
  Controlled at(rates_with_off);
  at.settings.single_channels = true;
  const LevelRequest off = at.requested(10_us, 0);
  EXPECT_TRUE(off.applies);
  EXPECT_FALSE(off.arrives_at);
  EXPECT_EQ(at.controller.agreed(at.channel), 0u);  // the other end is at full rate
  EXPECT_EQ(at.apply_level(10_us).what, What::changes);
  EXPECT_FALSE(at.channel.is_route());
  EXPECT_TRUE(at.requested(20_us, 1).applies);
  EXPECT_EQ(at.controller.agreed(at.channel), 1u);
  EXPECT_EQ(at.apply_level(20_us).at, 21_us);
  EXPECT_TRUE(at.channel.is_route());
}

// Change.

TEST(Change, KeepsTheRungWhenBothEndsWantIt) {
  Controlled at;
  EXPECT_EQ(at.apply_level(5_us).what, What::keeps);
  EXPECT_EQ(at.times, std::vector<std::int64_t>(10, 0));
}

TEST(Change, BeginsWhenThePacketOnTheWireHasLeft) {
  Controlled at;
  at.received(0, 4);
  const LevelChange change = at.apply_level(10_us, Picoseconds{10'100'000});
  EXPECT_EQ(change.what, What::changes);
  EXPECT_EQ(change.at, Picoseconds{11'100'000});
  EXPECT_EQ(change.from, 4u);
  EXPECT_EQ(change.to, 0u);
  EXPECT_EQ(at.channel.level, 0);
  EXPECT_EQ(at.times[4], 10'100'000);
  EXPECT_EQ(at.times[5 + 4], 1'000'000) << "as the faster of its rungs";
}

TEST(Change, TakesTheTimeOfItsTwoRungs) {
  Controlled at;
  at.settings.reactivation[4 * 5 + 2] = 300_ns;
  at.settings.reactivation[2 * 5 + 4] = 700_ns;
  at.received(2, 2);
  EXPECT_EQ(at.apply_level(10_us).at, Picoseconds{10'300'000});
  at.received(4, 4);
  EXPECT_EQ(at.apply_level(20_us).at, Picoseconds{20'700'000});
}

TEST(Change, WishThatComesMeanwhileIsLookedAtWhenItIsOver) {
  Controlled at;
  at.received(2, 2);
  ASSERT_EQ(at.apply_level(10_us).what, What::changes);
  at.received(1, 1);
  const LevelChange waits = at.apply_level(Picoseconds{10'200'000});
  EXPECT_EQ(waits.what, What::waits);
  EXPECT_EQ(waits.at, 11_us);
  at.received(0, 0);
  EXPECT_EQ(at.apply_level(Picoseconds{10'600'000}).what, What::under_way) << "it will be looked at already";
  const LevelChange again = at.apply_level(11_us);
  EXPECT_EQ(again.what, What::changes);
  EXPECT_EQ(again.from, 2u);
  EXPECT_EQ(again.to, 0u) << "the wish that holds by then";
  EXPECT_EQ(again.at, 12_us);
}

TEST(Change, WishThatIsTakenBackMeanwhileChangesNothing) {
  Controlled at;
  at.received(2, 2);
  at.apply_level(10_us);
  at.received(1, 1);
  ASSERT_EQ(at.apply_level(Picoseconds{10'200'000}).what, What::waits);
  at.received(2, 2);
  EXPECT_EQ(at.apply_level(Picoseconds{10'300'000}).what, What::keeps);
  EXPECT_EQ(at.apply_level(11_us).what, What::keeps);
  at.received(1, 1);
  EXPECT_EQ(at.apply_level(20_us).what, What::changes);
}

// Drain.

TEST(Drain, LeavesAChangeThatIsToBeginAtOnceAlone) {
  Controlled at;
  at.received(2, 2);
  EXPECT_EQ(at.apply_level(10_us, 12_us, 10'000_B).what, What::changes);
  EXPECT_EQ(at.channel.avoid_until, 0);
}

TEST(Drain, AvoidedChannelsChangeAtOnceAndAreShunnedWhileSilent) {
  Controlled at;
  at.settings.transition = Transition::avoid;
  at.received(2, 2);
  EXPECT_EQ(at.apply_level(10_us, 12_us, 10'000_B).what, What::changes);
  EXPECT_EQ(at.channel.avoid_until, (13_us).v);
}

TEST(Drain, WaitsUntilWhatIsQueuedHasLeft) {
  Controlled at;
  at.settings.transition = Transition::drain;
  at.received(2, 2);
  LevelChange drains = at.apply_level(10_us, 12_us, 10'000_B);
  EXPECT_EQ(drains.what, What::waits);
  EXPECT_EQ(drains.at, 12_us) << "when the wire has sent what it is booked for";
  EXPECT_EQ(at.channel.avoid_until, INT64_MAX);
  drains = at.apply_level(12_us, 12_us, 500_B);  // it waits for credits, and the wire is free
  EXPECT_EQ(drains.what, What::waits);
  EXPECT_EQ(drains.at, Picoseconds{12'100'000}) << "nobody can know earlier";
  EXPECT_EQ(at.channel.level, 4);
  const LevelChange change = at.apply_level(Picoseconds{12'100'000}, 12_us, 0_B);
  EXPECT_EQ(change.what, What::changes);
  EXPECT_EQ(change.at, Picoseconds{13'100'000});
  EXPECT_EQ(at.channel.avoid_until, 13'100'000);
}

TEST(Drain, LastsAnEpochAtMost) {
  Controlled at;
  at.settings.transition = Transition::drain;
  at.received(2, 2);
  EXPECT_EQ(at.apply_level(10_us, 10_us, 10'000_B).what, What::waits);
  EXPECT_EQ(at.apply_level(Picoseconds{19'999'999}, 10_us, 10'000_B).what, What::waits);
  EXPECT_EQ(at.apply_level(20_us, 10_us, 10'000_B).what, What::changes);
  // The next one has an epoch of its own.
  at.received(4, 4);
  EXPECT_EQ(at.apply_level(25_us, 25_us, 10'000_B).what, What::waits);
}

TEST(Drain, EndsWhenTheWishIsTakenBack) {
  Controlled at;
  at.settings.transition = Transition::drain;
  at.received(2, 2);
  ASSERT_EQ(at.apply_level(10_us, 10_us, 10'000_B).what, What::waits);
  at.received(4, 4);
  EXPECT_EQ(at.apply_level(11_us, 10_us, 10'000_B).what, What::keeps);
  EXPECT_EQ(at.channel.avoid_until, 0);
  EXPECT_EQ(at.channel.drain_by, 0);
}

TEST(Drain, ByTimeOnlyForChangesThatAreLong) {
  for (const auto& [change, what] : {std::pair{2_us, What::changes}, {Picoseconds{2'000'001}, What::waits}}) {
    Controlled at;
    at.settings.transition = Transition::by_time;
    std::fill(at.settings.reactivation.begin(), at.settings.reactivation.end(), change);
    at.received(2, 2);
    EXPECT_EQ(at.apply_level(10_us, 12_us, 10'000_B).what, what) << change.v;
  }
}

TEST(Drain, WaitsAWholeEpochForAQueueThatNobodyKnows) {
  Controlled at;
  at.settings.transition = Transition::drain;
  at.received(2, 2);
  const LevelChange drains = at.apply_level(10_us, 12_us, std::nullopt);
  EXPECT_EQ(drains.what, What::waits);
  EXPECT_EQ(drains.at, 20_us) << "there is nothing to learn before";
  EXPECT_EQ(at.apply_level(20_us, 12_us, std::nullopt).what, What::changes);
}

// Off.

constexpr Decision go_off{.want = {0}, .why = "prescribed", .evaluate_after = Decision::never};

TEST(Off, ChannelThatIsEmptyWishesIt) {
  Controlled at(rates_with_off);
  const Evaluation evaluation = at.evaluate(10_us, go_off, nothing_stranded);
  EXPECT_EQ(evaluation.requested, 0u);
  EXPECT_FALSE(at.channel.closing);
  EXPECT_EQ(evaluation.decision.evaluate_at, 1_B) << "the first byte wakes it, or nothing would";
  EXPECT_EQ(at.channel.next_evaluation, ChannelControl::never);
}

TEST(Off, ChannelThatIsNotEmptyClosesAndAsksAgainSoon) {
  Controlled at(rates_with_off);
  const Evaluation evaluation = at.evaluate(10_us, go_off, something_stranded);
  EXPECT_EQ(evaluation.requested, 3u) << "it keeps its rung";
  EXPECT_TRUE(at.channel.closing);
  EXPECT_FALSE(at.channel.is_route()) << "no new packets come";
  EXPECT_EQ(at.channel.next_evaluation, (10_us).v + 2 * 100'000);
  EXPECT_EQ(evaluation.why(), "refused: it is not empty yet");
  EXPECT_TRUE(evaluation.changes()) << "it waits to be off from now on, which is worth knowing";
  EXPECT_FALSE(at.evaluate(Picoseconds{10'100'000}, go_off, something_stranded).changes()) << "that is known";
  // Once it is empty, it may go off; any other request opens it again.
  const Evaluation goes = at.evaluate(Picoseconds{10'200'000}, go_off, nothing_stranded);
  EXPECT_EQ(goes.requested, 0u);
  EXPECT_EQ(goes.why(), "prescribed");
  EXPECT_FALSE(at.channel.closing);
  at.evaluate(11_us, go_off, something_stranded);
  at.evaluate(12_us, {10_Gbps, "prescribed"}, something_stranded);
  EXPECT_FALSE(at.channel.closing);
}

TEST(Off, WhatIsQueuedIsNotForgotten) {
  Controlled at(rates_with_off);
  at.evaluate(10_us, go_off, something_stranded, 1000_B);
  EXPECT_TRUE(at.channel.closing);
  EXPECT_EQ(at.channel.next_evaluation, (20_us).v);
}

TEST(Off, ChannelOfStageZeroNeverGoes) {
  Controlled at(rates_with_off);
  at.policy.evaluation = go_off;
  Observation seen = observed(10_us, 0_us, 0_B, 0_us);
  seen.stage = StageView{};
  bool asked = false;
  const auto is_empty = [&] { return asked = true; };
  const Evaluation evaluation = at.controller.evaluate(at.channel, seen, Cause::time, is_empty);
  EXPECT_EQ(evaluation.requested, 3u);
  EXPECT_EQ(evaluation.why(), "refused: it never goes off");
  EXPECT_FALSE(evaluation.changes()) << "nothing comes of it";
  EXPECT_FALSE(asked) << "it does not matter";
  EXPECT_FALSE(at.channel.closing);
  EXPECT_EQ(at.channel.next_evaluation, (20_us).v);
  seen.stage->stage = 1;
  EXPECT_EQ(at.controller.evaluate(at.channel, seen, Cause::time, is_empty).requested, 0u);
  EXPECT_TRUE(asked);
}

TEST(Off, NobodyIsAskedAgainWhetherAChannelThatWishesItIsEmpty) {
  Controlled at(rates_with_off);
  at.received(0, 3);
  EXPECT_EQ(at.evaluate(10_us, go_off, something_stranded).requested, 0u);
}

TEST(Off, CableGoesAndWakesInBothDirections) {
  Controlled at(rates_with_off);
  at.received(0, 3);  // alone: it becomes slow
  EXPECT_EQ(at.apply_level(10_us).to, 1u);
  EXPECT_TRUE(at.controller.requests_off(at.channel));
  at.received(0, 0);
  EXPECT_EQ(at.apply_level(20_us).to, 0u);
  EXPECT_EQ(at.channel.level, 0);
  // The other end wakes up. This one has to wake too, and takes as long as any change.
  at.received(0, 3);
  const LevelChange wakes = at.apply_level(30_us);
  EXPECT_EQ(wakes.to, 1u);
  EXPECT_EQ(wakes.at, 31_us);
  EXPECT_TRUE(at.controller.requests_off(at.channel)) << "nothing of its own may start yet";
  at.received(3, 3);
  EXPECT_EQ(at.apply_level(40_us).to, 3u);
  EXPECT_FALSE(at.controller.requests_off(at.channel));
  EXPECT_TRUE(at.channel.is_route());
  // 10 us at full rate, 9 slow, 9 off, 9 slow; the changes as full, slow, slow and full.
  EXPECT_EQ(at.times, (std::vector<std::int64_t>{(9_us).v, (18_us).v, 0, (10_us).v,  //
                                                 0, (2_us).v, 0, (2_us).v}));
}

// All steps together.

/// Requests, queues and busy wires at random, applied as a driver would.
RC_GTEST_PROP(Controlled, TimeInStateSumsToThePicosecondUnderRandomChanges, ()) {
  const bool off = *rc::gen::arbitrary<bool>();
  Controlled at(off ? rates_with_off : infiniband_rates);
  const std::size_t level_count = at.settings.levels.size();
  at.settings.paired = *rc::gen::arbitrary<bool>();
  at.settings.transition =
      *rc::gen::element(Transition::leave, Transition::avoid, Transition::drain, Transition::by_time);
  for (Picoseconds& change : at.settings.reactivation) change = {*rc::gen::inRange(0, 3'000'000)};
  std::int64_t now = 0;
  std::vector<std::int64_t> before(2 * level_count, 0);
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
    now += *rc::gen::inRange(0, 5'000'000);
    const auto own = *rc::gen::inRange<std::size_t>(0, level_count);
    const auto other = *rc::gen::inRange<std::size_t>(0, level_count);
    at.received(own, other);
    const std::int64_t wire_free = now + *rc::gen::inRange(-500'000, 500'000);
    const Bytes queued{*rc::gen::inRange(0, 3) * 500};
    const LevelChange applied = at.apply_level({now}, {wire_free}, queued);
    if (applied.what == What::changes) {
      RC_ASSERT(applied.at.v >= now + at.settings.change_time(applied.from, applied.to).v);
      RC_ASSERT(at.channel.level == at.controller.agreed(at.channel));
    }
    if (applied.what == What::waits) RC_ASSERT(applied.at.v > now);
    std::vector<std::int64_t> sum(2 * level_count, 0);
    at.channel.meter.add_times(at.times, at.channel.level, now, sum);
    RC_ASSERT(std::accumulate(sum.begin(), sum.end(), std::int64_t{0}) == now);
    for (std::size_t state = 0; state < sum.size(); ++state) RC_ASSERT(sum[state] >= before[state]);
    before = sum;
  }
}

TEST(Controller, ShowsHowFullTheBufferBehindAChannelWasSinceTheLastQuestion) {
  Controlled one;
  Observation seen;
  const auto evaluate = [&](Picoseconds now, std::uint64_t filled) {
    seen.now = now, seen.downstream = DownstreamOccupancy{.size = 1000, .filled = filled};
    return one.controller.evaluate(one.channel, seen, Cause::time, nothing_stranded).view.downstream;
  };
  // A quarter of 1,000 bytes over 10 us; then all of them over 2 us, across the edge of 64 bits.
  EXPECT_DOUBLE_EQ(evaluate(10_us, 2'500'000'000).value(), 0.25);
  one.channel.filled = UINT64_MAX - 99;
  EXPECT_DOUBLE_EQ(evaluate(12_us, 1'999'999'900).value(), 1);
  EXPECT_EQ(evaluate(12_us, 1'999'999'900).value(), 0) << "no time, no share";
  seen.downstream.reset();
  EXPECT_FALSE(one.controller.evaluate(one.channel, seen, Cause::time, nothing_stranded).view.downstream);
}

}  // namespace
}  // namespace ebb::inline power
