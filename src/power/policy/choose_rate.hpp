// Shared by policies that predict a load: the demand on a channel, and the slowest rate that carries it.
#pragma once

#include <algorithm>

#include "base/units.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

/// Returns what was sent since the last evaluation plus what is queued now, as a share of what full rate
/// would have carried. It exceeds 1 when more is queued than could have been sent.
inline double demand_of(const ChannelView& channel, BitsPerSecond full) {
  ChannelView all = channel;
  all.sent = channel.sent + channel.waiting();
  return all.load(full);
}

/// Returns the slowest rate that `demand`, a share of full rate, keeps busy for at most `target` of the time;
/// full rate when there is none. It is never off.
inline BitsPerSecond slowest_for(double demand, double target, const RateLevels& rates) {
  const double needed = demand * static_cast<double>(rates.fastest().v);
  for (std::size_t i = rates.slowest_level(); i < rates.size(); ++i)
    if (needed <= target * static_cast<double>(rates[i].v)) return rates[i];
  return rates.fastest();
}

/// The weights of the newest epoch in the level of the demand and in its trend (Holt's method).
struct ForecastWeights {
  double level = 0.5, trend = 0;  ///< with weight 0 the trend stays 0: the mean of the past demand
};

/// Chooses the slowest rate for the demand that is predicted for the next epoch. The memory holds level and
/// trend; `bits` is 1 once there is a level.
inline Decision choose_by_forecast(const ChannelView& channel, const RateLevels& rates, double target,
                                   const ForecastWeights& weights, std::string_view why) {
  const double seen = demand_of(channel, rates.fastest());
  ChannelMemory memory = channel.memory;
  if (memory.bits) {
    const double before = memory.level;
    memory.level = weights.level * seen + (1 - weights.level) * (memory.level + memory.trend);
    memory.trend = weights.trend * (memory.level - before) + (1 - weights.trend) * memory.trend;
  } else {
    memory.level = seen;
  }
  memory.bits = 1;
  const double predicted = std::max(0.0, memory.level + memory.trend);
  return {.want = slowest_for(predicted, target, rates), .why = why, .memory = memory};
}

}  // namespace ebb::inline power
