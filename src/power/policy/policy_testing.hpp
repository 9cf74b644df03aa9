// What the tests of policies share: the founding paper's rates, and views of a channel.
#pragma once

#include "power/policy/policy.hpp"

namespace ebb::inline power {

inline const RateLevels infiniband_rates({{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps});
inline const RateLevels rates_with_off({{0}, {2'500'000'000}, 10_Gbps, 40_Gbps});

/// A channel of 40 Gb/s after an epoch of 10 us, in which 50,000 bytes are full load.
inline ChannelView after_epoch(BitsPerSecond rate, Bytes sent, Bytes queued = {}, ChannelMemory memory = {}) {
  ChannelView view;
  view.rate = rate, view.since = 10_us, view.sent = sent, view.queued = queued, view.memory = memory;
  view.utilisation = rate.v > 0 ? view.load(rate) : 0;
  return view;
}

}  // namespace ebb::inline power
