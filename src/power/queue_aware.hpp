// Chooses the slowest rate at which what waits now, and what is expected to come, leaves within a stated
// time. Does not wait for the end of an epoch: it asks to be called as soon as more waits than the rate was
// chosen for.
#pragma once

#include <algorithm>

#include "power/policy.hpp"

namespace ebb {

struct QueueAware final : Policy {
  Picoseconds within = 10_us;
  double weight = 0.5;

  static constexpr auto fields() {
    return std::tuple{
        field("within", &QueueAware::within, "time in which what waits and what is expected must leave"),
        field("weight", &QueueAware::weight, "of the newest arrivals in what is expected")};
  }
  Problems check() const override {
    Problems problems;
    require_positive(problems, "within", within, "10us");
    require_weight(problems, "weight", weight);
    return problems;
  }
  /// Remembers the mean arrival rate in bits per second as `level`, and what was queued as `bits`.
  Decision decide(const ChannelView& channel, const RateLadder& rates) const override {
    ChannelMemory memory = channel.memory;
    if (channel.since.v > 0) {
      const double queued_before = static_cast<double>(memory.bits);
      const double arrived =
          static_cast<double>(channel.sent.v) + static_cast<double>(channel.queued.v) - queued_before;
      const double rate = std::max(0.0, arrived) * 8e12 / static_cast<double>(channel.since.v);
      memory.level = weight * rate + (1 - weight) * memory.level;
    }
    memory.bits = static_cast<std::uint64_t>(channel.queued.v);
    const double needed =
        memory.level + static_cast<double>(channel.queued.v) * 8e12 / static_cast<double>(within.v);
    BitsPerSecond want = rates.fastest();
    for (std::size_t i = rates.size(); i-- > rates.slowest_rung();)
      if (static_cast<double>(rates[i].v) >= needed) want = rates[i];
    return {.want = want,
            .why = "the slowest rate at which all leaves in time",
            .ask_at = too_much(want, memory.level, rates),
            .memory = memory};
  }

 private:
  /// The queue that this rate was not chosen for.
  Bytes too_much(BitsPerSecond rate, double expected, const RateLadder& rates) const {
    if (rate == rates.fastest()) return Decision::no_queue;
    const double room = (static_cast<double>(rate.v) - expected) * static_cast<double>(within.v) / 8e12;
    return {static_cast<std::int64_t>(std::max(0.0, room)) + 1};
  }
};

}  // namespace ebb
