// Rates of channels that are slowed down together, each in proportion to its own full rate.
#pragma once

#include "base/units.hpp"

namespace ebb::inline base {

/// Returns the rate that a channel of full rate `own` has while one of `full` has `rate`, rounded down.
constexpr BitsPerSecond same_share(BitsPerSecond own, BitsPerSecond rate, BitsPerSecond full) {
  return {static_cast<std::int64_t>(static_cast<__int128>(own.v) * rate.v / full.v)};
}

}  // namespace ebb::inline base
