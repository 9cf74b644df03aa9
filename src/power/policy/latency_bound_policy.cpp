#include "power/policy/latency_bound_policy.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "power/policy/choose_rate.hpp"

namespace ebb::inline power {
namespace {

/// From end to end the mean grew by up to 2.7 times the added delay of wires, more in a congested network,
/// and the 99th percentile by up to 9 times (docs/design/energy.md).
constexpr double times_for_mean = 3, times_for_p99 = 12;
/// This share of the bound is kept back: the budget is known late, and savings may be spent at any time.
constexpr double reserve = 0.1;
/// The mean added delay of a packet is at most so many changes, whatever the bound. With longer queues a
/// network may exceed the bound before the budget shows it, because packets are counted when they leave.
constexpr std::int64_t most_changes = 20;
/// The assumed number of channels of a path where it is unknown.
constexpr std::int64_t long_path = 8;

Picoseconds scaled(Picoseconds time, double factor) {
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(time.v) * factor))};
}

}  // namespace

Problems LatencyBoundPolicy::check() const {
  Problems problems;
  if (!(percent >= 0 && percent <= 1e6))
    problems.push_back(
        {"percent", fmt::format("is {}, but must be between 0 and 1,000,000", percent), "for example: 5"});
  if (bound.v < 0) problems.push_back({"bound", "must not be negative", "for example: \"20us\""});
  if (baseline.v < 0) problems.push_back({"baseline", "must not be negative", "for example: \"12us\""});
  if (bound.v > 0 && percent > 0)
    problems.push_back({"percent", "is given, but `bound` is, too", "leave one of them out"});
  if (bound.v == 0 && percent == 0)
    problems.push_back({"bound", "is missing: by how much may the latency grow?",
                        "for example: bound = \"20us\", or percent = 5"});
  if (!(part >= 0 && part <= 1))
    problems.push_back({"part", fmt::format("is {}, but must be between 0 and 1", part), "for example: 0.5"});
  if (credit < 1 || credit > 1'000'000)
    problems.push_back({"credit", "must be between 1 and 1,000,000", "for example: 100"});
  return problems;
}

Problems LatencyBoundPolicy::fit(const RateLevels& rates, const PolicyContext& around) {
  epoch_ = around.epoch;
  change_ = std::max(Picoseconds{1}, around.longest_change);
  path_ = around.path_channels > 0 ? around.path_channels : long_path;
  rule_.idle_state = idle_state;
  // The rule's own window is never used (rule_for() sets one for every moment), so it must not be refused on
  // wires on which a packet takes longer.
  rule_.within = std::max(rule_.within, wire_time(around.packet, rates.fastest()));
  Problems problems = rule_.fit(rates, around);
  latency_bound_ = {};
  Problems of_bound;
  if (around.full_rate && needs_full_rate())
    of_bound = learn_full_rate(*around.full_rate);
  else if (percent == 0 || baseline.v > 0)
    of_bound = set_latency_bound({.mean = baseline, .p99 = baseline});
  if (needs_full_rate() && !around.full_rate) latency_bound_ = {};  // all stay at full rate until it is known
  problems.insert(problems.end(), of_bound.begin(), of_bound.end());
  return problems;
}

Requirements LatencyBoundPolicy::requirements() const {
  LatencyBound stated = latency_bound_;
  stated.of = of, stated.bound = bound, stated.percent = percent, stated.baseline = baseline;
  return {.queue = true, .full_rate_latency = needs_full_rate(), .latency_bound = stated};
}

Problems LatencyBoundPolicy::learn_full_rate(const FullRateLatency& full) {
  if (full.mean.v <= 0)
    return {{"baseline", "is not known: no packet arrived in the run at full rate",
             "give the latency at full rate as `baseline`, or raise [run] most_time"}};
  Problems problems = set_latency_bound(full);
  if (part > 0) return problems;
  // Where packets already wait for each other, slow wires make them wait even longer.
  const double share = std::min(1.0, static_cast<double>(full.waiting.v) / static_cast<double>(full.mean.v));
  latency_bound_.factor *= 1 + 25 * share * share * share * share;
  if (of == BoundedFigure::mean) latency_bound_.waiting = full.waiting;
  return problems;
}

Problems LatencyBoundPolicy::set_latency_bound(const FullRateLatency& full) {
  const bool tail = of == BoundedFigure::p99;
  const Picoseconds whole = percent > 0 ? scaled(tail ? full.p99 : full.mean, percent / 100) : bound;
  longest_ = std::min(whole, change_ * most_changes);
  latency_bound_.per_packet = scaled(tail ? whole : longest_, 1 - reserve);
  latency_bound_.kept = scaled(latency_bound_.per_packet, static_cast<double>(credit));
  latency_bound_.factor = part > 0 ? 1 / part : tail ? times_for_p99 : times_for_mean;
  // The mean can include a few packets with a large added delay, the 99th percentile cannot.
  const Picoseconds unlucky = change_ * (2 * path_);
  if (!tail || unlucky * 2 <= whole) return {};
  return {
      {percent > 0 ? "percent" : "bound",
       fmt::format("is {} for the 99th percentile, but a packet that meets two changes of rate on each of {} "
                   "channels is delayed by {}: no channel could ever be slower",
                   quantity_text(whole), path_, quantity_text(unlucky)),
       fmt::format("allow {} or more, or bound the mean: of = \"mean\"", quantity_text(unlucky * 2))}};
}

/// The memory's `trend` is the number of packets that come in the time of a change, and `bits` the size of
/// one.
ChannelMemory LatencyBoundPolicy::remembered(const ChannelView& channel) const {
  ChannelMemory memory = channel.memory;
  const double since = static_cast<double>(channel.since.v), usual = static_cast<double>(epoch_.v),
               change = static_cast<double>(change_.v);
  if (since > 0)
    memory.trend +=
        (static_cast<double>(channel.packets) * change / since - memory.trend) * since / (since + usual);
  if (channel.packets > 0) memory.bits = static_cast<std::uint64_t>(channel.sent.v / channel.packets);
  return memory;
}

/// Returns the queue length from which a queue leaves sooner when the channel first goes to full rate.
Bytes LatencyBoundPolicy::worth_a_change(BitsPerSecond rate, const RateLevels& rates) const {
  const double full = static_cast<double>(rates.fastest().v), slow = static_cast<double>(rate.v);
  return {1 + static_cast<std::int64_t>(static_cast<double>(change_.v) / 8e12 * slow / (full - slow) * full)};
}

/// The smaller the budget, the shorter the time in which queues must be able to leave: from the whole bound
/// (or where longer queues save no more) down to a fraction of a change of rate. Where that is less than a
/// change costs, changes must become rare too. Then channels wait longer for the next packet before they
/// enter the idle state, and do not slow down for single packets.
QueueAware LatencyBoundPolicy::rule_for(double left) const {
  const Picoseconds least = scaled(change_, 0.1), most = std::max(least, longest_);
  QueueAware rule = rule_;
  rule.within = least + scaled(most - least, left * left * left);
  const double changes = static_cast<double>(change_.v) / static_cast<double>(rule.within.v);
  rule.pause = std::clamp(scaled(change_, changes), rule_.pause, std::max(rule_.pause, change_ * 100));
  rule.hold = std::min(rule_.hold, rule.within);
  if (changes > 0.5) rule.busy = 0;
  return rule;
}

/// Where packets come often, waking for each costs more than a steady rate that is fast enough for one
/// packet; and for all, unless queues may take so long that changes do not matter.
std::optional<Decision> LatencyBoundPolicy::steady(const ChannelView& channel, const ChannelMemory& memory,
                                                   const QueueAware& rule, const RateLevels& rates) const {
  if (memory.trend < 0.1 || memory.bits == 0 || channel.idle_for > change_ * 10) return {};
  constexpr double busiest = 0.9;
  constexpr std::int64_t many_changes = 10;
  const Bytes one{static_cast<std::int64_t>(memory.bits)};
  const double demand =
      memory.trend * static_cast<double>(wire_time(one, rates.fastest()).v) / static_cast<double>(change_.v);
  BitsPerSecond rate = rule.slowest_for(one, rates);
  if (rule.within <= change_ * many_changes) rate = std::max(rate, slowest_for(demand, busiest, rates));
  const bool fastest = rate == rates.fastest();
  const Bytes too_much =
      fastest ? Decision::no_queue : std::max(worth_a_change(rate, rates), rule.too_much(rate, rates));
  if (channel.waiting().v > 0 && (channel.rate > rate || channel.waiting() >= too_much)) return {};
  return Decision{.want = rate,
                  .why = "packets come often: a steady rate",
                  .evaluate_after = epoch_,
                  .evaluate_at = too_much};
}

Decision LatencyBoundPolicy::decide(const ChannelView& channel, const RateLevels& rates) const {
  const ChannelMemory memory = remembered(channel);
  if (channel.delay_budget_left <= 0)
    return {.want = rates.fastest(),
            .why = "the delay budget is spent: full rate",
            .evaluate_after = epoch_,
            .memory = memory};
  const QueueAware rule = rule_for(std::min(1.0, channel.delay_budget_left));
  const auto often = steady(channel, memory, rule, rates);
  Decision decision = often ? *often : rule.decide(channel, rates);
  decision.memory = memory;
  return decision;
}

}  // namespace ebb::inline power
