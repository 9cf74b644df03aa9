// The credits that come back over one channel, for one virtual channel. Downstream writes when each freed
// space will count upstream; upstream looks when it runs short. So a credit costs no event, yet it counts at
// its picosecond. Cut at a window's start: entries that are due by then are only a sum.
#pragma once

#include <cstdint>

namespace ebb {

struct alignas(64) CreditLog {
  static constexpr unsigned capacity = 8;

  std::int64_t base = 0;      ///< of the offsets
  std::uint32_t settled = 0;  ///< bytes, counted from the start of the run, modulo 2^32
  std::uint32_t entries = 0;
  std::uint32_t offset[capacity] = {};
  std::uint16_t bytes[capacity] = {};

  /// Adds a credit that counts from `due` on. Times never decrease. `window` is the start of the current
  /// window: nobody asks about earlier times any more. False when there is no room, and nothing was added.
  bool add(std::int64_t due, std::uint16_t size, std::int64_t window) {
    unsigned settle = 0;
    while (settle < entries && base + offset[settle] <= window) settled += bytes[settle++];
    if (settle) {
      entries -= settle;
      for (unsigned i = 0; i < entries; ++i) offset[i] = offset[i + settle], bytes[i] = bytes[i + settle];
    }
    if (entries == 0) base = due;
    const auto ahead = static_cast<std::uint64_t>(due - base);
    if (entries == capacity || ahead > UINT32_MAX) return false;
    offset[entries] = static_cast<std::uint32_t>(ahead);
    bytes[entries++] = size;
    return true;
  }

  /// All bytes that count at `now`, since the start of the run, modulo 2^32.
  std::uint32_t due(std::int64_t now) const {
    std::uint32_t sum = settled;
    for (unsigned i = 0; i < entries && base + offset[i] <= now; ++i) sum += bytes[i];
    return sum;
  }

  /// When the next entry after `now` counts; a time beyond all others when none is known.
  std::int64_t next_after(std::int64_t now) const {
    for (unsigned i = 0; i < entries; ++i)
      if (base + offset[i] > now) return base + offset[i];
    return INT64_MAX;
  }
};
static_assert(sizeof(CreditLog) == 64);

}  // namespace ebb
