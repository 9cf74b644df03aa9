// The round-trip time of a connection and its retransmission timeout (RFC 6298), in whole picoseconds.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ebb::inline transport {

/// RFC 6298: the timeout before anything was measured, and the longest one.
inline constexpr std::int64_t first_timeout_ps = 1'000'000'000'000, longest_timeout_ps = 60'000'000'000'000;

struct RoundTrip {
  std::int64_t smoothed = 0;  ///< 0: nothing was measured yet
  std::int64_t variation = 0;
  unsigned backoff = 0;  ///< timeouts in a row; each doubles the next one

  void measure(std::int64_t sample) {
    backoff = 0;
    if (smoothed == 0) {
      smoothed = std::max<std::int64_t>(1, sample), variation = sample / 2;
      return;
    }
    const std::int64_t off = sample > smoothed ? sample - smoothed : smoothed - sample;
    variation += (off - variation) / 4;
    smoothed = std::max<std::int64_t>(1, smoothed + (sample - smoothed) / 8);
  }
  std::int64_t timeout(std::int64_t least) const {
    const std::int64_t plain =
        smoothed == 0 ? std::max(least, first_timeout_ps) : std::max(least, smoothed + 4 * variation);
    return std::min(longest_timeout_ps, plain << std::min(backoff, 6u));
  }
};

}  // namespace ebb::inline transport
