#include "power/policy/power_budget_policy.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "power/control/power_budget.hpp"

namespace ebb::inline power {
namespace {

/// Of a port whose queue is unknown: busier than this, it would probably send more at a faster rate.
constexpr double saturated = 0.9;

std::uint8_t granted_level(const PowerBid& bid, const PowerGrant& power, const RateLevels& rates) {
  auto granted = static_cast<std::uint8_t>(rates.slowest_level());
  bid.each_step(rates, power.microwatts, power.tie,
                [&](std::size_t level, std::uint16_t bucket, std::int64_t) {
                  const bool next = level == granted + 1u;
                  if (next && bucket >= (level <= bid.reserved ? power.keep : power.raise))
                    granted = static_cast<std::uint8_t>(level);
                });
  return granted;
}

std::string_view why_of(std::size_t before, std::size_t after) {
  if (after > before) return "its packets gain more per watt than others'";
  if (after < before) return "other channels' packets gain more per watt";
  return "keeps its share of the power budget";
}

}  // namespace

Problems PowerBudgetPolicy::check() const {
  Problems problems;
  if (!(share > 0 && share <= 1))
    problems.push_back({"share", fmt::format("is {}, but must be above 0 and at most 1", share),
                        "it is a share of the power of all channels at full rate, for example 0.6"});
  if (!(hold >= 0 && hold <= 1))
    problems.push_back({"hold", fmt::format("is {}, but must be between 0 and 1", hold), "for example: 0.5"});
  if (watts.v < 0) problems.push_back({"watts", "must not be negative", "for example: \"200W\""});
  if (watts.v > 0 && share != PowerBudgetPolicy{}.share)
    problems.push_back({"share", "is given, but `watts` is, too", "leave one of them out"});
  if (watts.v > 0 && device.empty())
    problems.push_back({"device", "is missing: how many watts has a port at each rate?",
                        "for example: device = \"infiniband-36\"; or give `share` in place of `watts`"});
  return problems;
}

Requirements PowerBudgetPolicy::requirements() const {
  return {.clocks = {.epochs = 3},
          .power_limit = PowerLimit{.share = watts.v > 0 ? 0 : share, .watts = watts, .device = device}};
}

Problems PowerBudgetPolicy::fit(const RateLevels&, const PolicyContext& around) {
  if (around.packet.v > 0) packet_ = around.packet;
  return {};
}

/// Returns the packets that the channel expects in the next epoch: those of the last one, and what is left of
/// earlier expectations. One at least: with power to spare, idle channels are fast, too.
double PowerBudgetPolicy::expected(const ChannelView& channel, double before) const {
  double seen = static_cast<double>((channel.sent + channel.waiting()).v) / static_cast<double>(packet_.v);
  if (!channel.queued && channel.utilisation > saturated) seen *= 2;
  return std::max({1.0, seen, hold * before});
}

Decision PowerBudgetPolicy::decide(const ChannelView& channel, const RateLevels& rates) const {
  if (!channel.power) return {rates.slowest(), "no power budget is kept here"};
  const PowerGrant& power = *channel.power;
  const PowerBid bid = bid_in(channel.memory, rates.level(channel.rate));
  if (channel.memory.bits && bid.closes == power.closes)  // its last bid was not compared yet
    return {.want = rates[bid.granted], .why = "its bid is not answered yet", .memory = channel.memory};
  // Without a bid it keeps the rate that it has, so that a network in service does not slow down all at once.
  const std::uint8_t granted = channel.memory.bits ? granted_level(bid, power, rates) : bid.granted;
  const PowerBid next{.expected = expected(channel, bid.expected),
                      .reserved = power.settles ? granted : std::max({granted, bid.granted, power.in_force}),
                      .granted = granted,
                      .closes = power.closes};
  return {.want = rates[granted], .why = why_of(bid.granted, granted), .memory = memory_with(next)};
}

}  // namespace ebb::inline power
