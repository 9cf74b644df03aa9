// By how much slow channels may make packets late, all together, and the account of it that a network keeps:
// every packet that arrives pays in, and every channel takes out what packets left it later than at full
// rate.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/units.hpp"

namespace ebb {

struct LatencyGoal {
  Picoseconds per_packet{};  ///< by which one may leave later than at full rate, all its channels together
  Picoseconds kept{1};       ///< most that a host's packets can have saved up
};

/// Nobody can save up, or owe, more: sums must not wrap around.
inline constexpr std::int64_t largest_account = std::int64_t{1} << 60;
constexpr std::int64_t saved_by(std::int64_t each, std::int64_t number) {
  return std::min(each, largest_account / number) * number;
}

/// Of a whole network. It is closed once an epoch, and what channels are shown is as old as one: news take
/// time to spread. When it is asked, and how often, changes nothing.
struct LatencyAccount {
  std::int64_t most = 1;  ///< that can be saved up
  std::int64_t balance = 0, pending = 0;
  std::int64_t next_close = 0;
  double left = 0;  ///< as channels see it: a share of the most; negative: later than promised

  /// Before anything that happens at or after `now`.
  void close(std::int64_t now, std::int64_t epoch) {
    constexpr std::int64_t deepest = -largest_account;
    if (now < next_close) return;
    left = static_cast<double>(balance) / static_cast<double>(most);
    balance = std::clamp(balance + std::max(pending, deepest), deepest, most);
    pending = 0;
    if (now - next_close >= epoch) left = static_cast<double>(balance) / static_cast<double>(most);
    next_close = (now / epoch + 1) * epoch;
  }
};

}  // namespace ebb
