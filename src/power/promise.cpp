#include "power/promise.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ebb {
namespace {

/// What wires may spend of a bound: from end to end the mean grew by up to 2.7 times of what they spent, the
/// 99th percentile by up to 11 times (docs/energy.md).
constexpr double part_for_mean = 1.0 / 3, part_for_p99 = 1.0 / 12;

Picoseconds scaled(Picoseconds time, double factor) {
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(time.v) * factor))};
}

}  // namespace

Problems Promise::check() const {
  Problems problems;
  if (!(percent >= 0 && percent <= 1e6))
    problems.push_back({"percent", fmt::format("is {}, but must be positive", percent), "for example: 5"});
  if (bound.v < 0) problems.push_back({"bound", "must not be negative", "for example: \"20us\""});
  if (baseline.v < 0) problems.push_back({"baseline", "must not be negative", "for example: \"12us\""});
  if (bound.v > 0 && percent > 0)
    problems.push_back({"percent", "is given, and `bound` too", "leave one of them out"});
  if (bound.v == 0 && percent == 0)
    problems.push_back(
        {"bound", "is missing: what is promised?", "for example: bound = \"20us\", or percent = 5"});
  if (baseline.v > 0 && percent == 0)
    problems.push_back({"baseline", "is given, but no `percent` of it", "add percent, or leave it out"});
  if (!(part >= 0 && part <= 1))
    problems.push_back({"part", fmt::format("is {}, but must be between 0 and 1", part), "for example: 0.5"});
  if (credit < 1 || credit > 1'000'000)
    problems.push_back({"credit", "must be between 1 and 1,000,000", "for example: 100"});
  return problems;
}

Problems Promise::fit(const RateLadder& rates, const Surroundings& around) {
  epoch_ = around.epoch;
  change_ = std::max(Picoseconds{1}, around.longest_change);
  rule_.rest = rest;
  if (!asks_full_rate()) set_goal(percent > 0 ? scaled(baseline, percent / 100) : bound);
  return rule_.fit(rates, around);
}

Problems Promise::learn_full_rate(const FullRateLatency& latency) {
  const Picoseconds found = of == PromisedFigure::mean ? latency.mean : latency.p99;
  if (found.v <= 0)
    return {{"baseline", "is not known: no packet arrived in the run at full rate",
             "say what the latency at full rate is, or run longer"}};
  set_goal(scaled(found, percent / 100));
  return {};
}

void Promise::set_goal(Picoseconds whole) {
  const double usual = of == PromisedFigure::mean ? part_for_mean : part_for_p99;
  whole_ = whole;
  goal_.per_packet = scaled(whole, part > 0 ? part : usual);
  goal_.kept = goal_.per_packet * credit;
}

/// The emptier the account, the shorter the time in which queues must be able to leave, from the whole bound
/// (or where longer queues save no more) down to a fraction of a change of rate. Where that is less than a
/// change costs, changes must become rare too: channels wait longer for the next packet before they rest, and
/// do not slow down when one trickles in.
Decision Promise::decide(const ChannelView& channel, const RateLadder& rates) const {
  if (channel.lateness_left <= 0)
    return {
        .want = rates.fastest(), .why = "packets are as late as they may be: full rate", .ask_after = epoch_};
  const double left = std::min(1.0, channel.lateness_left);
  const Picoseconds least = scaled(change_, 0.1), most = std::clamp(whole_, least, change_ * 20);
  QueueAware rule = rule_;
  rule.within = least + scaled(most - least, left * left * left);
  const double changes = static_cast<double>(change_.v) / static_cast<double>(rule.within.v);
  rule.pause = std::clamp(scaled(change_, changes), rule_.pause, std::max(rule_.pause, change_ * 100));
  rule.hold = std::min(rule_.hold, rule.within);
  if (changes > 0.5) rule.busy = 0;
  return rule.decide(channel, rates);
}

}  // namespace ebb
