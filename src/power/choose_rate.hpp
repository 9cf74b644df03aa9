// What policies that predict a load have in common: what a channel was asked to carry, and the slowest rate
// that carries it.
#pragma once

#include "power/policy.hpp"

namespace ebb {

/// What was sent since the last question and what waits now, as a share of what full rate would have carried.
/// It exceeds 1 when more waits than could have been sent.
inline double demand_of(const ChannelView& channel, BitsPerSecond full) {
  ChannelView all = channel;
  all.sent = channel.sent + channel.queued;
  return all.load(full);
}

/// The slowest rate that `demand`, a share of full rate, keeps busy for at most `target` of the time; full
/// rate when none does. Never off.
inline BitsPerSecond slowest_for(double demand, double target, const RateLadder& rates) {
  const double needed = demand * static_cast<double>(rates.fastest().v);
  for (std::size_t i = rates.slowest_rung(); i < rates.size(); ++i)
    if (needed <= target * static_cast<double>(rates[i].v)) return rates[i];
  return rates.fastest();
}

}  // namespace ebb
