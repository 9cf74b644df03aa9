// The state of a port: the output channel that leaves it and the input buffers behind it, one cache line.
// All times are picoseconds since the start of the run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"

namespace ebb {

inline constexpr std::uint16_t no_port = 0xffff;

/// An input lane: one virtual channel's buffer at one port.
struct __attribute__((packed, aligned(1))) LaneName {
  std::uint16_t port = no_port;
  std::uint8_t vc = 0;
};

struct alignas(64) Port {
  std::int64_t free_at = 0;       ///< when the wire has sent everything it is booked for
  std::int64_t silent_until = 0;  ///< end of the last reactivation
  std::int64_t busy = 0;          ///< time the wire was or is booked to be busy
  std::uint64_t bytes = 0;        ///< booked on the wire
  std::int64_t path_free = 0;     ///< when the path from this input to the outputs is free
  std::uint32_t waiting = 0;      ///< bytes in the output queue that have no booking yet
  SwitchId peer_group = 0;        ///< switch at the other end, or of the host there
  std::uint16_t peer_port = 0;    ///< local port at the other end; no_port for a host
  std::uint8_t link = 0;          ///< class of the cable
  std::uint8_t rate = 0;          ///< rung of the ladder
  std::uint8_t in_mask = 0;       ///< lanes with packets in the input buffer
  std::uint8_t blocked_mask = 0;  ///< of these, the ones whose head waits for room in an output queue
  std::uint8_t wait_mask = 0;     ///< virtual channels with unbooked packets in the output queue
  std::uint8_t flags = 0;
  LaneName blocked_head, blocked_tail;  ///< input lanes that wait for room in this output queue
  std::uint8_t poll_mask = 0;           ///< virtual channels that will look for credits again
};
static_assert(sizeof(Port) == 64);

/// The upper four bits hold the lane whose turn it is at this input.
enum PortFlags : std::uint8_t { input_wake = 1, output_wake = 2 };

/// What the source of a channel knows of the space at its other end.
struct Credit {
  std::int32_t bytes = 0;   ///< free for use
  std::uint32_t taken = 0;  ///< of the credits in the log, those counted in `bytes`, modulo 2^32
};

/// The congested part of a lane's state; an uncongested hop does not look at it.
struct Lane {
  std::uint32_t in_head = no_id, in_tail = no_id;      ///< input buffer, oldest first
  std::uint32_t wait_head = no_id, wait_tail = no_id;  ///< output queue without a booking
  LaneName next_blocked;
  std::uint16_t hop_port = no_port, hop_vc = 0;  ///< the way that a blocked head has chosen
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
    if (ps_per_byte) return bytes * ps_per_byte;
    return (bytes * 8'000'000'000'000 + bits_per_second - 1) / bits_per_second;
  }
  /// Bytes that pass in a time below four seconds, to within one.
  std::int64_t bytes(std::int64_t ps) const {
    return static_cast<std::int64_t>((static_cast<unsigned __int128>(ps) * bytes_per_ps) >> 32);
  }
};

}  // namespace ebb
