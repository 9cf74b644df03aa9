// Straight to the fastest or the slowest rate, without the steps between (Abts, section 5.1): bursty traffic
// needs one or the other.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/starved.hpp"

namespace ebb::inline power {

struct LowestHighest final : Policy {
  double target = 0.5;
  Starved starved = Starved::literal;

  static constexpr auto fields() {
    return std::tuple{field("target", &LowestHighest::target,
                            "busy share of an epoch above which full rate is chosen", a_part),
                      field("starved", &LowestHighest::starved, starved_help)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "target", target);
    return problems;
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (channel.utilisation > target) return {rates.fastest(), "busier than the target: full rate"};
    if (channel.utilisation < target && held(starved, channel)) return {channel.rate, held_why};
    if (channel.utilisation < target) return {rates.slowest(), "quieter than the target: slowest rate"};
    return {channel.rate, "on target"};
  }
};

}  // namespace ebb::inline power
