// The founding paper's policy (Abts, section 3.3): halve below the target, double above it.
#pragma once

#include <array>
#include <string_view>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "power/policy/policy.hpp"
#include "power/policy/starved.hpp"

namespace ebb::inline power {

/// What the busy share of an epoch is a share of.
enum class CountedTime : std::uint8_t {
  sendable,  ///< the time in which the channel could send: a change of rate does not count as idle
  epoch,     ///< all of it: a change of rate counts as idle, as in the founding paper
};
constexpr auto names_of(CountedTime) { return std::array<std::string_view, 2>{"sendable", "epoch"}; }

struct HalveDouble final : Policy {
  double target = 0.5;
  CountedTime counted = CountedTime::sendable;
  Starved starved = Starved::literal;

  static constexpr auto fields() {
    return std::tuple{
        field("target", &HalveDouble::target, "busy share of an epoch that a channel is steered to", a_part),
        field("counted", &HalveDouble::counted,
              "time that the busy share is of: that in which the channel could send, or the whole epoch"),
        field("starved", &HalveDouble::starved, starved_help)};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "target", target);
    return problems;
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    const double busy = busy_share(channel);
    if (busy > target) return {rates.next_faster(channel.rate), "busier than the target"};
    if (busy < target && held(starved, channel)) return {channel.rate, held_why};
    if (busy < target) return {rates.next_slower(channel.rate), "quieter than the target"};
    return {channel.rate, "on target"};
  }

 private:
  double busy_share(const ChannelView& channel) const {
    if (counted == CountedTime::sendable || channel.since.v <= 0) return channel.utilisation;
    return channel.utilisation * (1 - channel.in_transition.seconds() / channel.since.seconds());
  }
};

}  // namespace ebb::inline power
