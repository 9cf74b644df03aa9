// The founding paper's policy (Abts, section 3.3): halve below the target, double above it.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/starved.hpp"

namespace ebb::inline power {

struct HalveDouble final : Policy {
  double target = 0.5;
  Starved starved = Starved::literal;

  static constexpr auto fields() {
    return std::tuple{
        field("target", &HalveDouble::target, "busy share of an epoch that a channel is steered to", a_part),
        field("starved", &HalveDouble::starved, starved_help)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "target", target);
    return problems;
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (channel.utilisation > target) return {rates.next_faster(channel.rate), "busier than the target"};
    if (channel.utilisation < target && held(starved, channel)) return {channel.rate, held_why};
    if (channel.utilisation < target) return {rates.next_slower(channel.rate), "quieter than the target"};
    return {channel.rate, "on target"};
  }
};

}  // namespace ebb::inline power
