// Chooses the slowest rate at which what is queued leaves within a stated time, whenever the queue grows
// beyond that or has had the time to empty. It enters its idle state as soon as the queue is empty. While it
// is off, a short queue may have to wait for more packets, so that waking pays. A channel that lacks credits,
// or whose packets come one by one, is busy for little of the time although something is queued. It becomes
// slower until it is busy, because an unused rate costs power and does not help.
#pragma once

#include <algorithm>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "power/policy/idle_state.hpp"

namespace ebb::inline power {

struct QueueAware final : Policy {
  Picoseconds within = 5_us, pause = 100_ns, hold = 2_us;
  double busy = 0.9;
  IdleState idle_state = IdleState::slowest;
  ShutdownUnit unit = ShutdownUnit::cable;

  static constexpr auto fields() {
    return std::tuple{
        field("within", &QueueAware::within, "time in which what is queued must be able to leave",
              {1_ns, an_hour}),
        field("pause", &QueueAware::pause,
              "time without traffic after which the channel enters its idle state", {1_ns, an_hour}),
        field("busy", &QueueAware::busy, "with something queued, busy share below which it becomes slower",
              a_part),
        field("idle_state", &QueueAware::idle_state, "state of an idle channel"),
        field("unit", &QueueAware::unit, unit_help),
        field("hold", &QueueAware::hold,
              "while it is off: longest time that a short queue waits for more packets")};
  }
  Problems check() const override {
    Problems problems;
    require_positive(problems, "within", within, "10us");
    require_positive(problems, "pause", pause, "100ns");
    if (hold.v < 0) problems.push_back({"hold", "must not be negative", "for example: \"3us\""});
    require_share(problems, "busy", busy);
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& around) override {
    if (around.output_queue.v > 0) most_queued_ = around.output_queue.v * 3 / 4;
    // With a time in which no rate sends a packet, every packet would cause a change to every rate.
    const Picoseconds least = wire_time(around.packet, rates.fastest());
    if (within < least)
      return {{"within",
               fmt::format("is {}, but at full rate a packet of {} takes {}: no rate would be enough",
                           quantity_text(within), quantity_text(around.packet), quantity_text(least)),
               fmt::format("give the time of some packets, for example: within = \"{}\"",
                           quantity_text(least * 10))}};
    return check_idle_state(idle_state, rates);
  }

  Requirements requirements() const override {
    return {.queue = true,
            .single_channels = goes_off_alone(idle_state, unit),
            .clocks = {.epochs = 0, .longest = std::max({within, hold, pause})}};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (channel.waiting().v == 0) return when_empty(channel, rates);
    if (channel.rate.v == 0 && hold.v > 0 && channel.cause == Cause::queue &&
        channel.waiting() <= enough_for(rates.slowest(), rates))
      return {.want = channel.rate,
              .why = "off, and little is queued: it waits for more",
              .evaluate_after = hold,
              .evaluate_at = too_much(rates.slowest(), rates)};
    const bool trickles = channel.cause == Cause::time && channel.utilisation < busy &&
                          channel.rate > rates.slowest() && channel.since.v >= within.v / 4;
    if (trickles)
      return {.want = rates.next_slower(channel.rate),
              .why = "something is queued, but the wire is not busy: slower",
              .evaluate_after = within};
    const BitsPerSecond needed = slowest_for(channel.waiting(), rates);
    if (needed > channel.rate)
      return at(needed, channel, "more is queued than leaves in time: faster", rates);
    // Leaves a margin, so that it does not have to come back at once.
    const BitsPerSecond lower = slowest_for({2 * channel.waiting().v}, rates);
    if (lower < channel.rate) return at(lower, channel, "so little is queued that slower will do", rates);
    return at(channel.rate, channel, "what is queued leaves in time", rates);
  }

  /// Returns the shortest queue that does not leave in time at this rate.
  Bytes too_much(BitsPerSecond rate, const RateLevels& rates) const {
    if (rate == rates.fastest()) return Decision::no_queue;
    return enough_for(rate, rates) + Bytes{1};
  }
  /// Returns the slowest rate at which so much leaves in time.
  BitsPerSecond slowest_for(Bytes queued, const RateLevels& rates) const {
    for (std::size_t i = rates.slowest_level(); i < rates.size(); ++i)
      if (queued <= enough_for(rates[i], rates)) return rates[i];
    return rates.fastest();
  }

 private:
  Decision when_empty(const ChannelView& channel, const RateLevels& rates) const {
    if (channel.rate.v > 0 && channel.idle_for < pause)
      return {.want = channel.rate,
              .why = "a short pause",
              .evaluate_after = pause - channel.idle_for,
              .evaluate_at = too_much(channel.rate, rates)};
    const BitsPerSecond idle_level = idle_rate(idle_state, rates);
    return {.want = idle_level,
            .why = "nothing to send: idle state",
            .evaluate_after = Decision::never,
            .evaluate_at = idle_level.v == 0 ? Bytes{1} : too_much(idle_level, rates)};
  }
  Decision at(BitsPerSecond rate, const ChannelView& channel, std::string_view why,
              const RateLevels& rates) const {
    return {.want = rate,
            .why = why,
            .evaluate_after = wire_time(channel.waiting(), rate) + pause,
            .evaluate_at = too_much(rate, rates)};
  }
  /// Returns the longest queue that leaves in time at this rate. It is limited to what an output queue can
  /// hold, because a longer one would never cause an evaluation.
  Bytes enough_for(BitsPerSecond rate, const RateLevels& rates) const {
    if (rate == rates.fastest()) return Decision::no_queue;
    const double leaves = static_cast<double>(rate.v) * static_cast<double>(within.v) / 8e12;
    return {std::min(static_cast<std::int64_t>(leaves), most_queued_)};
  }
  std::int64_t most_queued_ = std::int64_t{1} << 40;  ///< 3/4 of an output queue, once its size is known
};

}  // namespace ebb::inline power
