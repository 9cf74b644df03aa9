#include "power/promise.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ebb {

Problems Promise::check() const {
  Problems problems;
  if (!(percent >= 0 && percent <= 1e6))
    problems.push_back({"percent", fmt::format("is {}, but must be positive", percent), "for example: 5"});
  if (percent == 0) require_positive(problems, "bound", bound, "20us");
  if (baseline.v < 0) problems.push_back({"baseline", "must not be negative", "for example: \"12us\""});
  if (baseline.v > 0 && percent == 0)
    problems.push_back({"baseline", "is given, but no `percent` of it", "add percent, or leave it out"});
  if (path < 0 || path > 1000)
    problems.push_back({"path", "must be between 1 and 1000", "leave it out to take the longest path"});
  if (credit < 1 || credit > 1'000'000'000)
    problems.push_back({"credit", "must be between 1 and 1,000,000,000", "for example: 1000"});
  return problems;
}

Problems Promise::fit(const RateLadder&, const Surroundings& place) {
  Problems problems;
  const std::int64_t channels = path > 0 ? path : place.path_channels;
  if (channels == 0)
    problems.push_back({"path", "is missing, and the longest path of this network is not known",
                        "say how many channels a packet passes at most"});
  Picoseconds whole = bound;
  if (percent > 0) {
    const Picoseconds base = baseline.v > 0 ? baseline : place.empty_latency;
    if (base.v <= 0)
      problems.push_back({"baseline", "is missing: percent of what?", "say the latency at full rate"});
    whole.v = static_cast<std::int64_t>(static_cast<double>(base.v) * percent / 100);
  }
  if (!problems.empty()) return problems;
  budget_.v = whole.v / channels;
  epoch_ = place.epoch;
  change_ = place.longest_change;
  if (budget_.v < 1)
    problems.push_back({percent > 0 ? "percent" : "bound",
                        fmt::format("leaves nothing for each of {} channels", channels), "allow more"});
  return problems;
}

/// Whether the packets that are expected until the next question cost no more than they earn and than is
/// left. What a slower rate costs a packet: its longer time on the wire, the longer queue (of random
/// arrivals), and its share of the silence of the change.
bool Promise::affordable(BitsPerSecond rate, double load, const ChannelView& channel,
                         const ChannelMemory& memory, const RateLadder& rates) const {
  const double busy = load * static_cast<double>(rates.fastest().v) / static_cast<double>(rate.v);
  if (busy >= 0.9 || memory.bits == 0) return false;
  const Bytes size{static_cast<std::int64_t>(memory.bits)};
  const double longer = static_cast<double>((wire_time(size, rate) - wire_time(size, rates.fastest())).v);
  const double change = static_cast<double>(change_.v), epoch = static_cast<double>(epoch_.v);
  if (of == PromisedFigure::p99 && longer + 2 * change > static_cast<double>(budget_.v)) return false;
  double cost = longer * (1 + busy / (2 * (1 - busy)));
  if (rate != channel.rate && epoch > 0) cost += change * change / (2 * epoch);
  const double packets = expected_packets(load, memory, rates);
  return packets * cost <= packets * static_cast<double>(budget_.v) + memory.level;
}

/// In an epoch.
double Promise::expected_packets(double load, const ChannelMemory& memory, const RateLadder& rates) const {
  if (memory.bits == 0) return 0;
  return load * static_cast<double>(rates.fastest().v) * static_cast<double>(epoch_.v) /
         (8e12 * static_cast<double>(memory.bits));
}

/// Whether packets come so often that waking for each, and the wait before it rests again, would take a
/// larger share of the time at full rate than the steady rate is of the full one.
bool Promise::better_steady(BitsPerSecond rate, double load, const ChannelMemory& memory,
                            const RateLadder& rates) const {
  const double awake = expected_packets(load, memory, rates) * 3 * static_cast<double>(change_.v);
  return awake * static_cast<double>(rates.fastest().v) >=
         static_cast<double>(epoch_.v) * static_cast<double>(rate.v);
}

/// The queue that takes longer than a packet's budget.
Bytes Promise::too_much(BitsPerSecond rate) const {
  const double late = static_cast<double>(budget_.v) * static_cast<double>(rate.v) / 8e12;
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(late))};
}

ChannelMemory Promise::remembered(const ChannelView& channel, double seen) const {
  ChannelMemory memory = channel.memory;
  const double budget = static_cast<double>(budget_.v);
  memory.level = std::min(memory.level + static_cast<double>(channel.packets) * budget -
                              static_cast<double>(channel.added_delay.v),
                          static_cast<double>(credit) * budget);
  const double since = static_cast<double>(channel.since.v), usual = static_cast<double>(epoch_.v);
  if (since + usual > 0) memory.trend += (seen - memory.trend) * since / (since + usual);
  if (channel.packets > 0) memory.bits = static_cast<std::uint64_t>(channel.sent.v / channel.packets);
  return memory;
}

Decision Promise::decide(const ChannelView& channel, const RateLadder& rates) const {
  const double seen = channel.load(rates.fastest());
  const ChannelMemory memory = remembered(channel, seen);
  const Picoseconds soon =
      std::min(epoch_, wire_time(channel.queued, rates.fastest()) + std::max(change_ * 2, 1_us));
  const auto full = [&](std::string_view why) {
    return Decision{.want = rates.fastest(), .why = why, .ask_after = soon, .memory = memory};
  };
  if (memory.level < 0) return full("the budget is spent: full rate");
  if (channel.cause == Cause::queue) return full("something waits: full rate");
  const double load = std::max(seen, memory.trend);
  for (std::size_t i = rates.slowest_rung(); i + 1 < rates.size(); ++i)
    if (channel.queued < too_much(rates[i]) && affordable(rates[i], load, channel, memory, rates) &&
        better_steady(rates[i], load, memory, rates))
      return {.want = rates[i],
              .why = "the slowest rate within the budget",
              .ask_at = too_much(rates[i]),
              .memory = memory};
  // At worst a packet comes when the channel has just begun to slow down, and waits for two changes.
  const bool may_rest = of == PromisedFigure::mean || change_ * 2 <= budget_;
  if (channel.queued.v == 0 && channel.idle_for >= change_ && may_rest)
    return {.want = rates[0],
            .why = "idle, and waking is within the budget",
            .ask_after = Decision::never,
            .ask_at = {1},
            .memory = memory};
  return full("in use, and no slower rate is within the budget");
}

}  // namespace ebb
