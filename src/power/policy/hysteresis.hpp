// Two thresholds. Between them the rate stays, so a load near one target does not make a channel change in
// every epoch.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/starved.hpp"

namespace ebb::inline power {

struct Hysteresis final : Policy {
  double low = 0.25, high = 0.6;
  Starved starved = Starved::literal;

  static constexpr auto fields() {
    return std::tuple{
        field("low", &Hysteresis::low, "busy share of an epoch below which the next slower rate is chosen",
              a_part),
        field("high", &Hysteresis::high, "busy share above which the next faster rate is chosen", a_part),
        field("starved", &Hysteresis::starved, starved_help)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "low", low);
    require_share(problems, "high", high);
    if (problems.empty() && !(low < high))
      problems.push_back({"low", "must be less than high", "between the two a channel keeps its rate"});
    return problems;
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (channel.utilisation > high)
      return {rates.next_faster(channel.rate), "busier than the upper threshold"};
    if (channel.utilisation < low && held(starved, channel)) return {channel.rate, held_why};
    if (channel.utilisation < low)
      return {rates.next_slower(channel.rate), "quieter than the lower threshold"};
    return {channel.rate, "between the thresholds"};
  }
};

}  // namespace ebb::inline power
