// Flits or credits that come one after the other. What matters is how many have arrived at a moment, and for
// how long they would go on without a gap. They come in bursts: so many of them, at equal steps of time.
//
// Only the last burst can be under way. A sender has finished one burst before it sends the next, so by the
// time a new one begins to arrive, all earlier flits have arrived.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ebb::inline engine {

/// Returns the sum of the times of so many flits, the first at `from` and one every `step` after it, modulo
/// 2^64.
inline std::uint64_t flits_by_time(std::int64_t flits, std::int64_t from, std::int64_t step) {
  return static_cast<std::uint64_t>(flits) * static_cast<std::uint64_t>(from) +
         static_cast<std::uint64_t>(step) * static_cast<std::uint64_t>(flits * (flits - 1) / 2);
}

struct FlitStream {
  std::int64_t at = 0;       ///< when the first of the last burst arrives
  std::int64_t step = 1;     ///< from one of the burst to the next
  std::uint32_t burst = 0;   ///< how many are in it
  std::int32_t applied = 0;  ///< those before the burst, less all that were taken; negative: taken in advance

  /// A burst begins to arrive.
  void add(std::int64_t from, std::int64_t step_time, std::uint32_t flits) {
    applied += static_cast<std::int32_t>(burst);
    at = from, step = step_time, burst = flits;
  }
  void take(std::uint32_t flits) { applied -= static_cast<std::int32_t>(flits); }

  /// Returns all that are known and not taken, whether they have arrived or not.
  std::int64_t known() const { return std::int64_t{applied} + burst; }

  /// Returns how many have arrived at `now`.
  std::int64_t count(std::int64_t now) const {
    if (now < at) return applied;
    return applied + std::min<std::int64_t>(burst, (now - at) / step + 1);
  }

  /// Returns the sum of the times at which those come that have not arrived at `now`, modulo 2^64.
  std::uint64_t times_after(std::int64_t now) const {
    const std::int64_t later = known() - count(now);
    return flits_by_time(later, at + (burst - later) * step, step);
  }

  /// Returns how many can be taken, at most `most`: the first at `now` and one every `pace` from then on.
  [[gnu::always_inline]] std::uint32_t gapless(std::int64_t now, std::int64_t pace, std::int64_t most) const {
    if (applied >= most) return static_cast<std::uint32_t>(most);
    if (time_of(1) > now) return 0;
    const std::int64_t all = std::min(most, known());
    if (applied <= 0 && step <= pace) [[likely]]
      return static_cast<std::uint32_t>(all);
    // The k-th of the burst is taken as number applied + k, at now + (applied + k - 1) pace.
    const std::int64_t ahead = now + applied * pace - at;
    if (ahead < 0) return static_cast<std::uint32_t>(std::max(0, applied));
    if (step <= pace) return static_cast<std::uint32_t>(all);
    return static_cast<std::uint32_t>(std::min(all, applied + ahead / (step - pace) + 1));
  }

  /// Returns from when on so many have arrived, as far as it is known; else INT64_MAX.
  [[gnu::always_inline]] std::int64_t time_of(std::int64_t flits) const {
    if (applied >= flits) return INT64_MIN;
    const std::int64_t place = flits - 1 - applied;
    return place < burst ? at + place * step : INT64_MAX;
  }
};
static_assert(sizeof(FlitStream) == 24);

}  // namespace ebb::inline engine
