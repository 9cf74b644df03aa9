// Sleeps through the gaps of a program that repeats itself, such as a training step, and wakes ahead. It
// learns the lengths of gaps from the channel alone: when one begins that may be of a known length, the
// channel goes off and is awake again shortly before its end; if nothing comes then, until shortly before the
// next longer one. A gap that ends earlier wakes the channel, as idle_sleep does. A link sleeps only where
// its gaps are longer than its wake time, so a wake time longer than the step costs nothing and saves
// nothing.
#pragma once

#include <algorithm>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/gap_lengths.hpp"
#include "power/policy/idle_state.hpp"

namespace ebb::inline power {

struct StepClock final : Policy {
  Picoseconds idle = 10_us, endless = 1'000_ms;
  double margin = 0.05;
  IdleState idle_state = IdleState::slowest;

  static constexpr auto fields() {
    return std::tuple{
        field("idle", &StepClock::idle, "time without traffic after which a gap begins", {1_ns, an_hour}),
        field(
            "margin", &StepClock::margin,
            "a gap of a known length may be shorter or longer by this share: the channel wakes so much ahead",
            {0.001, 0.5}),
        field(
            "endless", &StepClock::endless,
            "a gap longer than all known ones and than this time is an unused link: it sleeps until traffic "
            "comes",
            {1_ns, an_hour}),
        field("idle_state", &StepClock::idle_state, "state of a sleeping channel")};
  }
  Problems check() const override {
    Problems problems;
    require_positive(problems, "idle", idle, "\"10us\"");
    require_positive(problems, "endless", endless, "\"1s\"");
    if (!(margin > 0 && margin <= 0.5))
      problems.push_back({"margin", "must be above 0 and at most 0.5", "for example: 0.05"});
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& context) override {
    wake_ = context.longest_change;
    return check_idle_state(idle_state, rates);
  }
  Requirements requirements() const override {
    return {.queue = true, .clocks = {.epochs = 0, .longest = std::max(idle, endless)}};
  }

  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    GapLengths lengths = GapLengths::of(channel.memory);
    Decision decision{.want = rates.fastest(), .why = "there is something to send"};
    if (channel.waiting().v > 0) {
      if (channel.idle_for >= idle && !lengths.has_learned) lengths.learn(channel.idle_for, margin);
      lengths.has_learned = channel.idle_for >= idle;
      decision.evaluate_after = wire_time(channel.waiting(), rates.fastest()) + idle;
    } else if (channel.idle_for < idle) {
      lengths.has_learned = false;
      decision.why = "not idle for long enough";
      decision.evaluate_after = std::max(idle - channel.idle_for, Picoseconds{1});
    } else {
      lengths.has_learned = false;
      decision = in_gap(channel, lengths, rates);
      decision.evaluate_at = {1};
    }
    decision.memory = lengths.memory();
    return decision;
  }

 private:
  Decision in_gap(const ChannelView& channel, const GapLengths& lengths, const RateLevels& rates) const {
    const Picoseconds now = channel.idle_for;
    // Until a length is certainly over, the gap may be of it.
    const auto expected = lengths.next(part(now, 1 / (1 + margin)));
    if (!expected) return beyond(channel, lengths, rates);
    const Picoseconds awake_from = part(*expected, 1 - margin) - wake_;
    if (awake_from > now + wake_)
      return {.want = idle_rate(idle_state, rates),
              .why = "a gap of a known length: sleeps until shortly before its end",
              .evaluate_after = awake_from - now};
    return {.want = rates.fastest(),
            .why = "a known gap may end at any time: awake",
            .evaluate_after = std::max(part(*expected, 1 + margin) - now, 0_ns) + idle};
  }
  /// The gap is longer than all that were seen twice.
  Decision beyond(const ChannelView& channel, const GapLengths& lengths, const RateLevels& rates) const {
    if (channel.idle_for >= endless)
      return {.want = idle_rate(idle_state, rates),
              .why = "an unused link: sleeps until there is traffic",
              .evaluate_after = Decision::never};
    return {.want = rates.fastest(),
            .why = lengths.has_longer(channel.idle_for) ? "a gap of a length that was seen once: awake"
                                                        : "a gap of an unknown length: awake",
            .evaluate_after = endless - channel.idle_for};
  }
  static Picoseconds part(Picoseconds time, double share) {
    return {static_cast<std::int64_t>(static_cast<double>(time.v) * share)};
  }

  Picoseconds wake_{};
};

}  // namespace ebb::inline power
