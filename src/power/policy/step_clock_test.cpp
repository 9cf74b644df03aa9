#include "power/policy/step_clock.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

constexpr BitsPerSecond off{0};

StepClock clock_with(Picoseconds wake) {
  StepClock policy;
  policy.idle_state = IdleState::off;
  PolicyContext context;
  context.longest_change = wake;
  EXPECT_TRUE(policy.check().empty());
  EXPECT_TRUE(policy.fit(rates_with_off, context).empty());
  return policy;
}

/// What a policy did with a gap.
struct Slept {
  Picoseconds off{};   ///< time asleep
  Picoseconds late{};  ///< that the traffic at its end waited
};

/// One channel, evaluated when it asked to be; its state changes at once, but for waking.
class Played {
 public:
  explicit Played(Picoseconds wake) : policy_(clock_with(wake)), wake_(wake) {}

  Slept gap(Picoseconds length) {
    Slept slept;
    ChannelView view;
    view.rate = 40_Gbps, view.memory = memory_;
    Decision decision = evaluate(view, 0_ns, 0_B);
    Picoseconds now{}, awake_at{};
    while (decision.evaluate_after != Decision::never && now + decision.evaluate_after < length) {
      if (view.rate == off) slept.off += decision.evaluate_after;
      now += decision.evaluate_after;
      const bool slept_before = view.rate == off;
      decision = evaluate(view, now, 0_B);
      if (slept_before && view.rate != off) awake_at = now + wake_;
    }
    if (view.rate == off) {
      slept.off += length - now;
      awake_at = length + wake_;
    }
    evaluate(view, length, 1'000_B);  // its traffic comes
    evaluate(view, length + 1_us, 1'000_B);
    slept.late = std::max(0_ns, awake_at - length);
    evaluate(view, 0_ns, 1'000_B);
    memory_ = view.memory;
    return slept;
  }

 private:
  Decision evaluate(ChannelView& view, Picoseconds idle_for, Bytes queued) {
    view.idle_for = idle_for, view.queued = queued;
    const Decision decision = policy_.decide(view, rates_with_off);
    EXPECT_TRUE(decision.evaluate_after.v > 0);
    view.rate = decision.want, view.memory = decision.memory;
    return decision;
  }

  const StepClock policy_;
  const Picoseconds wake_;
  ChannelMemory memory_;
};

TEST(StepClock, SleepsThroughAGapThatItHasSeenTwice) {
  Played channel(100_us);
  for (int seen = 0; seen < 2; ++seen) EXPECT_EQ(channel.gap(10_ms).off, 0_ns) << seen;
  const Slept slept = channel.gap(10_ms);
  EXPECT_EQ(slept.late, 0_ns);
  EXPECT_GT(slept.off,
            9_ms);  // all but 5 % of margin, 1.6 % of precision, 10 us until it begins, 100 us to wake
  EXPECT_LT(slept.off, 9'500_us - 100_us);
}

TEST(StepClock, ForgivesGapsThatDifferByItsMargin) {
  Played channel(10_us);
  for (const Picoseconds gap : {10_ms, 10'300_us, 9'800_us}) channel.gap(gap);
  for (const Picoseconds gap : {9'900_us, 10'200_us, 9'700_us}) {
    const Slept slept = channel.gap(gap);
    EXPECT_EQ(slept.late, 0_ns) << gap.v;
    EXPECT_GT(slept.off, 8_ms) << gap.v;
  }
}

/// A step with seven gaps of a layer and one of the forward pass: it wakes for the short length, and sleeps
/// on.
TEST(StepClock, SleepsOnToTheNextLongerLength) {
  Played channel(10_us);
  Slept all;
  for (int step = 0; step < 5; ++step)
    for (int layer = 0; layer < 8; ++layer) {
      const Slept slept = channel.gap(layer == 0 ? 20_ms : 2_ms);
      if (step < 3) continue;
      all.off += slept.off, all.late += slept.late;
    }
  EXPECT_EQ(all.late, 0_ns);
  EXPECT_GT(all.off, 30_ms * 2);  // of 2 x 34 ms
}

TEST(StepClock, StaysAwakeWhereWakingTakesLongerThanGaps) {
  Played channel(10_ms);
  for (int seen = 0; seen < 6; ++seen) {
    const Slept slept = channel.gap(10_ms);
    EXPECT_EQ(slept.off, 0_ns);
    EXPECT_EQ(slept.late, 0_ns);
  }
}

TEST(StepClock, WakesWithTrafficThatComesEarly) {
  Played channel(100_us);
  for (int seen = 0; seen < 3; ++seen) channel.gap(10_ms);
  EXPECT_EQ(channel.gap(5_ms).late, 100_us);
  EXPECT_EQ(channel.gap(10_ms).late, 0_ns) << "5 ms was seen once: it does not keep the channel awake";
}

TEST(StepClock, SleepsOnUnusedLinks) {
  StepClock policy = clock_with(1_us);
  ChannelView view;
  view.rate = 40_Gbps, view.queued = 0_B, view.idle_for = 999_ms;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, 40_Gbps);
  view.idle_for = 1'000_ms;
  EXPECT_EQ(policy.decide(view, rates_with_off).want, off);
}

TEST(StepClock, RefusesWhatItCannotDo) {
  StepClock policy;
  policy.margin = 0, policy.idle = 0_ns;
  EXPECT_EQ(policy.check().size(), 2u);
  policy.idle_state = IdleState::off;
  EXPECT_EQ(policy.fit(infiniband_rates, {}).size(), 1u) << "no off state";
}

TEST(GapLengths, KeepsItsLengthsInAMemory) {
  GapLengths lengths;
  for (int seen = 0; seen < 2; ++seen)
    for (int i = 0; i < 7; ++i) lengths.learn(1_us * (1 << (2 * i)), 0.05);
  const GapLengths same = GapLengths::of(lengths.memory());
  Picoseconds from{};
  for (int i = 0; i < 7; ++i) {
    const auto length = same.next(from);
    ASSERT_TRUE(length) << i;
    EXPECT_NEAR(static_cast<double>(length->v), 1e6 * (1 << (2 * i)), 1e6 * (1 << (2 * i)) * 0.016);
    EXPECT_LE(*length, 1_us * (1 << (2 * i)));
    from = *length;
  }
  EXPECT_FALSE(same.next(from));
}

TEST(GapLengths, ForgetsWhatIsSeenOnceFirst) {
  GapLengths lengths;
  for (int seen = 0; seen < 2; ++seen) lengths.learn(5_ms, 0.05);
  for (int i = 0; i < 20; ++i) lengths.learn(1_us * (1 << (i % 10)), 0.05);
  EXPECT_NEAR(static_cast<double>(lengths.next(1_ms)->v), 5e9, 5e9 * 0.016);
}

}  // namespace
}  // namespace ebb::inline power
