// The credits that an input buffer returns. The log holds the time from which each credit counts at the other
// end, which reads it when it runs short. So a credit costs no event, yet it counts at its picosecond. A log
// has space for a few credits; what does not fit goes as a timed event.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"

namespace ebb::inline engine {

struct CreditLog {
  static constexpr unsigned capacity = 4;

  std::int64_t base = 0;      ///< of the offsets
  std::uint32_t counted = 0;  ///< bytes that count since before any time that may still be read, modulo 2^32
  std::uint32_t entries : 8 = 0;
  std::uint32_t wanted : 1 = 0;  ///< the other end waits: it must be notified of the next entry
  std::uint32_t offset[capacity] = {};
  std::uint16_t bytes[capacity] = {};

  /// Adds a credit that counts from `due` on; times never decrease. No time before `past` is read any more.
  /// False when there is no space, and nothing was added.
  [[gnu::always_inline]] EBB_DEVICE bool add(std::int64_t due, std::uint16_t size, std::int64_t past) {
    unsigned passed = 0;
    while (passed < entries && base + offset[passed] <= past) counted += bytes[passed++];
    if (passed) {
      entries = (entries - passed) & 0xffu;
      for (unsigned i = 0; i < entries; ++i) offset[i] = offset[i + passed], bytes[i] = bytes[i + passed];
    }
    if (entries == 0) base = due;
    const auto ahead = static_cast<std::uint64_t>(due - base);
    if (entries == capacity || ahead > UINT32_MAX) return false;
    offset[entries] = static_cast<std::uint32_t>(ahead);
    bytes[entries] = size;
    entries = (entries + 1u) & 0xffu;
    return true;
  }
  /// Returns all bytes that count at `now`, since the start of the run, modulo 2^32.
  EBB_DEVICE std::uint32_t due(std::int64_t now) const {
    std::uint32_t sum = counted;
    for (unsigned i = 0; i < entries && base + offset[i] <= now; ++i) sum += bytes[i];
    return sum;
  }
  /// Returns all bytes that ever came back, whether they count yet or not, modulo 2^32.
  EBB_DEVICE std::uint32_t returned() const { return due(INT64_MAX); }
  /// Returns the sum of the bytes that do not count yet, times when they will, modulo 2^64.
  EBB_DEVICE std::uint64_t integral_after(std::int64_t now) const {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < entries; ++i)
      if (base + offset[i] > now) sum += static_cast<std::uint64_t>(base + offset[i]) * bytes[i];
    return sum;
  }
  /// Returns when the next entry after `now` counts; INT64_MAX when none is known.
  EBB_DEVICE std::int64_t next_after(std::int64_t now) const {
    for (unsigned i = 0; i < entries; ++i)
      if (base + offset[i] > now) return base + offset[i];
    return INT64_MAX;
  }
  /// Returns when due() will have reached `sum`; INT64_MAX when no known entry reaches it.
  EBB_DEVICE std::int64_t first_with(std::uint32_t sum) const {
    std::uint32_t reached = counted;
    for (unsigned i = 0; i < entries; ++i)
      if (reached += bytes[i]; static_cast<std::int32_t>(reached - sum) >= 0) return base + offset[i];
    return INT64_MAX;
  }
};
static_assert(sizeof(CreditLog) == 40);

}  // namespace ebb::inline engine
