// Sleeps after an idle time that the channel sets for itself: the shortest for which its wakes would have
// taken no more than `bound` of the time (PerfBound, Saravanan and Carpenter, IEEE Transactions on Computers
// 2018). It counts the gaps of the past by their length: each gap longer than the idle time costs one wake.
//
// Its summary was read (local information, a bound on the loss of performance, up to 70 % saved for 1 %); the
// rest is recalled or open there:
// - How a bound of the whole program is shared by the channels of a path. Here `bound` holds for each
// channel.
// - Which lengths are counted: here powers of two, from an eighth of the wake time.
// - When gaps are forgotten: here half of them after each `memory`.
// - That a wake delays the program by all of its time: taken for granted, which is safe.
#pragma once

#include <algorithm>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/idle_state.hpp"
#include "power/policy/published/gap_counts.hpp"

namespace ebb::inline power {

struct PerfBound final : Policy {
  double bound = 0.01;
  Picoseconds memory = 10_ms;
  IdleState idle_state = IdleState::slowest;
  ShutdownUnit unit = ShutdownUnit::cable;

  static constexpr auto fields() {
    return std::tuple{
        field("bound", &PerfBound::bound, "share of the time that waking may take", {0.0001, 0.9}),
        field("memory", &PerfBound::memory, "after which gaps of the past count half", {1_us, an_hour}),
        field("idle_state", &PerfBound::idle_state, "state of a sleeping channel"),
        field("unit", &PerfBound::unit, unit_help)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "bound", bound);
    require_positive(problems, "memory", memory, "10ms");
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& around) override {
    wake_ = std::max(around.longest_change, 8_ns);
    shortest_ = {wake_.v / 8};
    return check_idle_state(idle_state, rates);
  }
  Requirements requirements() const override {
    return {.queue = true,
            .single_channels = goes_off_alone(idle_state, unit),
            .clocks = {.epochs = 0, .longest = memory}};
  }

  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    GapCounts counts = GapCounts::of(channel.memory);
    counts.time += static_cast<double>(channel.since.v);
    if (counts.time > static_cast<double>(memory.v)) counts.forget_half();
    const bool is_gap = channel.idle_for >= shortest_;
    Decision decision;
    if (channel.waiting().v > 0) {
      if (is_gap && !counts.has_counted)
        counts.add(static_cast<double>(channel.idle_for.v) / static_cast<double>(shortest_.v));
      counts.has_counted = is_gap;
      decision = {.want = rates.fastest(),
                  .why = "there is something to send",
                  .evaluate_after = wire_time(channel.waiting(), rates.fastest()) + shortest_};
    } else {
      counts.has_counted = false;
      decision = when_empty(channel, counts, rates);
    }
    decision.memory = counts.memory();
    return decision;
  }

 private:
  /// The time in which so many wakes are within the bound.
  double allowed_in(int wakes) const { return wakes * static_cast<double>(wake_.v) / bound; }

  Decision when_empty(const ChannelView& channel, const GapCounts& counts, const RateLevels& rates) const {
    const BitsPerSecond idle_level = idle_rate(idle_state, rates);
    const Decision asleep{.want = idle_level,
                          .why = "idle for longer than most gaps: asleep",
                          .evaluate_after = Decision::never,
                          .evaluate_at = {1}};
    if (channel.rate == idle_level) return asleep;
    std::size_t length = 0;  // this gap would be one more
    while (length < GapCounts::lengths && allowed_in(counts.at_least(length) + 1) > counts.time) ++length;
    if (length == GapCounts::lengths)
      return {.want = rates.fastest(),
              .why = "another wake would exceed the bound",
              .evaluate_after = {static_cast<std::int64_t>(allowed_in(counts.at_least(length - 1) + 1) -
                                                           counts.time) +
                                 1},
              .evaluate_at = {1}};
    const Picoseconds idle = shortest_ * (std::int64_t{1} << length);
    if (channel.idle_for >= idle) return asleep;
    return {.want = rates.fastest(),
            .why = "not idle for long enough",
            .evaluate_after = idle - channel.idle_for,
            .evaluate_at = {1}};
  }

  Picoseconds wake_ = 1_us, shortest_ = 125_ns;  ///< as fitted
};

}  // namespace ebb::inline power
