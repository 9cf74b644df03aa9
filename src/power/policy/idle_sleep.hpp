// Sends at full rate and enters an idle state when there is nothing to send, as Energy Efficient Ethernet
// does. After `idle` without traffic the channel goes off, or to its slowest rate. It wakes with the first
// byte; or later, when so much waits that waking pays (`wake_at`), at the latest after `hold`.
#pragma once

#include <algorithm>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/idle_state.hpp"

namespace ebb::inline power {

struct IdleSleep final : Policy {
  Picoseconds idle = 1_us, hold{};
  IdleState idle_state = IdleState::slowest;
  ShutdownUnit unit = ShutdownUnit::cable;
  Bytes wake_at{1};

  static constexpr auto fields() {
    return std::tuple{
        field("idle", &IdleSleep::idle, "time without traffic after which the channel enters its idle state",
              {1_ns, an_hour}),
        field("idle_state", &IdleSleep::idle_state, "state of an idle channel"),
        field("unit", &IdleSleep::unit, unit_help),
        field("wake_at", &IdleSleep::wake_at, "queued bytes from which on it goes back to full rate",
              {{1}, {1 << 30}}),
        field("hold", &IdleSleep::hold, "longest time that fewer bytes than `wake_at` wait")};
  }
  Problems check() const override {
    Problems problems;
    if (idle.v < 0) problems.push_back({"idle", "must not be negative", "for example: \"1us\""});
    if (hold.v < 0) problems.push_back({"hold", "must not be negative", "for example: \"20us\""});
    if (wake_at.v < 1)
      problems.push_back({"wake_at", "must be positive", "\"1B\" wakes with the first byte"});
    if (problems.empty() && wake_at.v > 1 && hold.v == 0)
      problems.push_back({"hold", "is missing, but `wake_at` lets bytes wait",
                          "give the longest time that they may wait, for example: hold = \"20us\""});
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext&) override {
    return check_idle_state(idle_state, rates);
  }

  Requirements requirements() const override {
    return {.queue = true,
            .single_channels = goes_off_alone(idle_state, unit),
            .clocks = {.epochs = 0, .longest = std::max(idle, hold)}};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    const BitsPerSecond idle_level = idle_rate(idle_state, rates);
    return channel.rate == idle_level ? while_idle(channel, rates) : awake(channel, idle_level, rates);
  }

 private:
  Decision awake(const ChannelView& channel, BitsPerSecond idle_level, const RateLevels& rates) const {
    if (channel.waiting().v > 0)
      return {.want = rates.fastest(),
              .why = "there is something to send",
              .evaluate_after = wire_time(channel.waiting(), rates.fastest()) + look_again()};
    if (channel.idle_for < idle)
      return {.want = rates.fastest(),
              .why = "not idle for long enough",
              .evaluate_after = std::max(idle - channel.idle_for, Picoseconds{1})};
    return {.want = idle_level,
            .why = "idle for long enough: idle state",
            .evaluate_after = Decision::never,
            .evaluate_at = {1}};
  }
  /// The memory's `bits` says that something waits, and `level` for how long, in picoseconds.
  Decision while_idle(const ChannelView& channel, const RateLevels& rates) const {
    ChannelMemory memory = channel.memory;
    if (channel.waiting().v == 0)
      return {.want = channel.rate,
              .why = "nothing to send",
              .evaluate_after = Decision::never,
              .evaluate_at = {1}};
    memory.level = memory.bits ? memory.level + static_cast<double>(channel.since.v) : 0;
    memory.bits = 1;
    const double left = static_cast<double>(hold.v) - memory.level;
    if (channel.waiting() >= wake_at || left < 1)
      return {.want = rates.fastest(),
              .why = channel.waiting() >= wake_at ? "enough is queued: full rate"
                                                  : "the longest wait is over: full rate",
              .evaluate_after = look_again()};
    return {.want = channel.rate,
            .why = "little is queued: it waits for more",
            .evaluate_after = {static_cast<std::int64_t>(left)},
            .evaluate_at = wake_at,
            .memory = memory};
  }
  /// With idle = 0 a busy channel is evaluated again after a while, not at every picosecond.
  Picoseconds look_again() const { return std::max(idle, 100_ns); }
};

}  // namespace ebb::inline power
