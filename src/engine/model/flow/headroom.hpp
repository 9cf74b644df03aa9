// How much room a buffer needs above the bytes at which it pauses the other end, so that nothing is ever
// lost. docs/design/model.md, "Pauses", derives it: everything that the other end can start to send until it
// obeys.
#pragma once

#include "base/units.hpp"
#include "engine/model/settings.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The slowest that a channel ever is, of one with this full rate, and the longest that it is silent between
/// two rates. Others are as much slower than their own.
struct SlowestChannel {
  BitsPerSecond rate{}, of_full{};
  Picoseconds silence{};
};

/// What the times of one class of cable give.
struct Headroom {
  std::int64_t wait = 0;   ///< ps, the longest that a pause frame waits for the wire
  std::int64_t reach = 0;  ///< ps, from the moment a pause is asked for until the other end's bytes stop
  std::int64_t bytes = 0;  ///< that a buffer may still get from the byte on at which it asks for a pause

  /// The largest `stop` that a buffer of so many bytes allows; 0 or less when it is too small for any.
  std::int64_t largest_xoff(std::int64_t buffer) const { return buffer - bytes + 1; }
  /// The smallest buffer for a `stop`.
  std::int64_t buffer_for(std::int64_t xoff) const { return xoff - 1 + bytes; }
};

Headroom headroom_of(const LinkClass& link, const SlowestChannel& slowest, const SwitchSettings& switches,
                     const HostSettings& hosts);

/// The numbers that the rules of pauses need of one class of cable.
struct PauseLimits {
  std::int64_t xoff = 0, xon = 0;  ///< bytes
  std::int64_t refresh = 0;        ///< ps from a frame to the next one while it is still needed
};

PauseLimits pause_limits(const LinkClass& link, const SlowestChannel& slowest, const SwitchSettings& switches,
                         const HostSettings& hosts);

/// Returns the time of a pause on a channel of this rate.
constexpr Picoseconds pause_time(std::int64_t quanta, BitsPerSecond rate) {
  return wire_time(Bytes{quanta * bits_of_quantum / 8}, rate);
}

/// Says which buffers could overflow, and with which numbers they could not. `where` is a place in a run's
/// file.
Problems check_headroom(const Network& network, const SlowestChannel& slowest, const SwitchSettings& switches,
                        const HostSettings& hosts);

}  // namespace ebb::inline engine
