// Serialisation at one rate, without 128-bit arithmetic on the hot path.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/units.hpp"

namespace ebb::inline engine {

struct WireRate {
  std::int64_t bits_per_second = 0;
  std::int64_t ps_per_byte = 0;    ///< 0 when that is no whole number
  std::uint64_t bytes_per_ps = 0;  ///< times 2^32, rounded down

  EBB_DEVICE explicit WireRate(BitsPerSecond rate)
      : bits_per_second(rate.v),
        ps_per_byte(8'000'000'000'000 % rate.v == 0 ? 8'000'000'000'000 / rate.v : 0),
        bytes_per_ps(
            static_cast<std::uint64_t>((static_cast<unsigned __int128>(rate.v) << 32) / 8'000'000'000'000)) {}

  /// As wire_time(): rounded up. For a packet: its at most 65,535 bytes times 8e12 fit 64 bits.
  EBB_DEVICE std::int64_t time(std::int64_t bytes) const {
    if (ps_per_byte) [[likely]]
      return bytes * ps_per_byte;
    return (bytes * 8'000'000'000'000 + bits_per_second - 1) / bits_per_second;
  }
  /// The same for any number of bytes, such as a queue's.
  EBB_DEVICE std::int64_t long_time(std::int64_t bytes) const {
    if (ps_per_byte) [[likely]]
      return bytes * ps_per_byte;
    return wire_time({bytes}, {bits_per_second}).v;
  }
  /// Returns the bytes that pass in a time, rounded down to within one; one more may be missing for each 2^32
  /// ps, 4 ms.
  EBB_DEVICE std::int64_t bytes(std::int64_t ps) const {
    return static_cast<std::int64_t>((static_cast<unsigned __int128>(ps) * bytes_per_ps) >> 32);
  }
};

}  // namespace ebb::inline engine
