// Power policies are pure: a policy sees what a channel has done and answers with the rate it should have,
// and why. It knows no simulator and no switch, so the same object drives a simulated channel and a real
// port.
#pragma once

#include <string_view>

#include "base/units.hpp"
#include "power/rate_ladder.hpp"

namespace ebb {

struct ChannelView {
  BitsPerSecond rate;
  double utilisation = 0;  ///< busy share of the epoch, at the rate it had
  Bytes queued{};
  Picoseconds idle_for{};
};

struct Decision {
  BitsPerSecond want;
  std::string_view why;
};

struct Policy {
  virtual ~Policy() = default;
  virtual Decision decide(const ChannelView& channel, const RateLadder& rates) const = 0;
};

/// The founding paper's: halve below the target, double above it.
struct HalveDouble final : Policy {
  double target = 0.5;
  Decision decide(const ChannelView& channel, const RateLadder& rates) const override {
    if (channel.utilisation > target) return {rates.next_faster(channel.rate), "busier than the target"};
    if (channel.utilisation < target) return {rates.next_slower(channel.rate), "quieter than the target"};
    return {channel.rate, "on target"};
  }
};

/// Always the same rung, counted from the slowest.
struct StaticRate final : Policy {
  std::size_t rung = 0;
  Decision decide(const ChannelView&, const RateLadder& rates) const override {
    return {rates[rung], "fixed"};
  }
};

}  // namespace ebb
