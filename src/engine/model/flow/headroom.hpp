// The headroom that a buffer needs above XOFF, so that nothing is ever lost: everything that the other end
// can start to send until it reacts. docs/design/model.md, "Pauses", derives it.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "engine/model/settings.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The slowest rate that a channel ever has, of one with this full rate, and its longest transition time
/// between two rates. Other channels scale with their own full rate.
struct SlowestChannel {
  BitsPerSecond rate{}, of_full{};
  Picoseconds transition{};
};

/// The headroom of one class of cable.
struct Headroom {
  std::int64_t wait = 0;   ///< ps, the longest that a pause frame waits for the wire
  std::int64_t reach = 0;  ///< ps, from the request of a pause until the other end's bytes stop
  std::int64_t bytes = 0;  ///< that a buffer may still receive from the byte on at which it requests a pause

  /// The largest XOFF that a buffer of so many bytes allows; 0 or less when it is too small for any.
  std::int64_t largest_xoff(std::int64_t buffer) const { return buffer - bytes + 1; }
  /// The smallest buffer for an XOFF.
  std::int64_t buffer_for(std::int64_t xoff) const { return xoff - 1 + bytes; }
};

Headroom headroom_of(const LinkClass& link, const SlowestChannel& slowest, const SwitchSettings& switches,
                     const HostSettings& hosts);

/// The limits of pauses on one class of cable.
struct PauseLimits {
  std::int64_t xoff = 0, xon = 0;  ///< bytes
  std::int64_t refresh = 0;        ///< ps from a frame to the next one while it is still needed
};

PauseLimits pause_limits(const LinkClass& link, const SlowestChannel& slowest, const SwitchSettings& switches,
                         const HostSettings& hosts);

/// Returns the duration of a pause on a channel of this rate.
constexpr Picoseconds pause_time(std::int64_t quanta, BitsPerSecond rate) {
  return wire_time(Bytes{quanta * bits_of_quantum / 8}, rate);
}

/// Reports the buffers that could overflow, and the numbers that prevent it. `where` is a place in a run's
/// file.
Problems check_headroom(const Network& network, const SlowestChannel& slowest, const SwitchSettings& switches,
                        const HostSettings& hosts);

}  // namespace ebb::inline engine
