// The state of ports. What an uncongested hop needs is one cache line on the input side and one on the output
// side; the rest stands apart. All times are picoseconds since the start of the run.
#pragma once

#include <cstdint>

#include "base/units.hpp"
#include "engine/records.hpp"

namespace ebb::inline engine {

inline constexpr unsigned credits_inside = 5;

/// The channel that leaves a port, of a switch or of a host. The masks are bit fields of a word, because a
/// store to a byte may alias anything and would make the compiler reload everything around it.
struct alignas(64) OutPort {
  std::int64_t free_at = 0;        ///< when the wire has sent everything it is booked for
  std::int64_t busy = 0;           ///< time the wire was or is booked to be busy
  std::uint64_t bytes = 0;         ///< booked on the wire
  std::uint32_t waiting = 0;       ///< bytes in the output queue that have no booking yet
  SwitchId peer_group = 0;         ///< switch at the other end; its own one for a host
  std::uint16_t peer_port = 0;     ///< local port at the other end; no_port when a host is there
  std::uint16_t link : 15 = 0;     ///< class of the cable
  std::uint16_t silenced : 1 = 0;  ///< its rate has been changed: PortRest::silent_until counts
  std::uint16_t rate = 0;          ///< index of the rate it has now
  // By virtual channel:
  std::uint32_t wait_mask : 8 = 0;           ///< unbooked packets are in the output queue
  std::uint32_t poll_mask : 8 = 0;           ///< they will look for credits again
  std::uint32_t blocked_mask : 8 = 0;        ///< input lanes wait for room in the output queue
  std::uint32_t wake_mask : 8 = 0;           ///< and they will look for it again
  std::int32_t credit[credits_inside] = {};  ///< bytes known to be free at the other end, by virtual channel
};
static_assert(sizeof(OutPort) == 64);

/// One virtual channel's buffer at one input port, with the log of the credits that it returns: when each
/// freed space will count at the other end, which looks here when it runs short. So a credit costs no event,
/// yet it counts at its picosecond.
struct alignas(64) InLane {
  static constexpr unsigned capacity = 4;

  std::int64_t path_free = 0;  ///< when the port's path to the outputs is free; the same in all its lanes
  std::int64_t base = 0;       ///< of the offsets
  std::uint32_t settled = 0;   ///< bytes that count since before the current window, modulo 2^32
  std::uint32_t entries : 8 = 0;
  std::uint32_t wanted : 1 = 0;  ///< the other end waits: it must be told of the next entry
  std::uint32_t offset[capacity] = {};
  std::uint16_t bytes[capacity] = {};
  std::uint32_t head = no_id, tail = no_id;    ///< packets in the buffer, oldest first
  std::uint16_t hop_port = 0, hop_vc : 8 = 0;  ///< the way that a blocked head has chosen
  /// Packets stand in some lane of this port; the same in all its lanes. Not beside `wanted`: that word
  /// belongs to the other end of the cable, which may be at work on another thread.
  std::uint16_t crowded : 1 = 0;
  std::uint16_t next_port = no_port;  ///< the next lane that waits for the same output
  std::uint8_t next_vc = 0;
  std::uint8_t locked = 0;  ///< somebody is at the log, while several threads may want to be

  /// Adds a credit that counts from `due` on; times never decrease. `window` is the start of the current
  /// window: nobody asks about earlier times any more. False when there is no room, and nothing was added.
  bool add(std::int64_t due, std::uint16_t size, std::int64_t window) {
    unsigned settle = 0;
    while (settle < entries && base + offset[settle] <= window) settled += bytes[settle++];
    if (settle) {
      entries = (entries - settle) & 0xffu;
      for (unsigned i = 0; i < entries; ++i) offset[i] = offset[i + settle], bytes[i] = bytes[i + settle];
    }
    if (entries == 0) base = due;
    const auto ahead = static_cast<std::uint64_t>(due - base);
    if (entries == capacity || ahead > UINT32_MAX) return false;
    offset[entries] = static_cast<std::uint32_t>(ahead);
    bytes[entries] = size;
    entries = (entries + 1u) & 0xffu;
    return true;
  }
  /// All bytes that count at `now`, since the start of the run, modulo 2^32.
  std::uint32_t due(std::int64_t now) const {
    std::uint32_t sum = settled;
    for (unsigned i = 0; i < entries && base + offset[i] <= now; ++i) sum += bytes[i];
    return sum;
  }
  /// All bytes ever returned, whether they count yet or not, modulo 2^32.
  std::uint32_t returned() const { return due(INT64_MAX); }
  /// When the next entry after `now` counts; later than everything when none is known.
  std::int64_t next_after(std::int64_t now) const {
    for (unsigned i = 0; i < entries; ++i)
      if (base + offset[i] > now) return base + offset[i];
    return INT64_MAX;
  }
};
static_assert(sizeof(InLane) == 64);

struct LaneName {
  std::uint16_t port = no_port, vc = 0;
};

/// The rest of a port: touched only in congestion and when a rate changes.
struct PortRest {
  std::uint8_t in_mask = 0;       ///< lanes with packets in the input buffer
  std::uint8_t blocked_mask = 0;  ///< of these, the ones whose head waits for an output queue
  std::uint8_t turn = 0;          ///< the lane whose turn it is at this input
  bool input_wake = false;        ///< its heads will be looked at again
  std::int64_t silent_until = 0;  ///< end of the last reactivation
};

/// The rest of a virtual channel at the source of a channel.
struct OutLane {
  std::uint32_t head = no_id, tail = no_id;  ///< packets in the output queue without a booking
  std::uint32_t waiting = 0;                 ///< their bytes
  std::uint32_t taken = 0;                   ///< of the log at the other end, what `credit` has counted
  LaneName blocked_head, blocked_tail;       ///< input lanes that wait for room here
};

/// Serialisation at one rate, without 128-bit arithmetic on the hot path.
struct WireRate {
  std::int64_t bits_per_second = 0;
  std::int64_t ps_per_byte = 0;    ///< 0 when that is no whole number
  std::uint64_t bytes_per_ps = 0;  ///< times 2^32, rounded down

  explicit WireRate(BitsPerSecond rate)
      : bits_per_second(rate.v),
        ps_per_byte(8'000'000'000'000 % rate.v == 0 ? 8'000'000'000'000 / rate.v : 0),
        bytes_per_ps(
            static_cast<std::uint64_t>((static_cast<unsigned __int128>(rate.v) << 32) / 8'000'000'000'000)) {}

  /// As wire_time(): rounded up. 65,535 bytes times 8e12 fits 64 bits.
  std::int64_t time(std::int64_t bytes) const {
    if (ps_per_byte) [[likely]]
      return bytes * ps_per_byte;
    return (bytes * 8'000'000'000'000 + bits_per_second - 1) / bits_per_second;
  }
  /// Bytes that pass in a time, to within one.
  std::int64_t bytes(std::int64_t ps) const {
    return static_cast<std::int64_t>((static_cast<unsigned __int128>(ps) * bytes_per_ps) >> 32);
  }
};

}  // namespace ebb::inline engine
