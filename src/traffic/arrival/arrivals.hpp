// When a host has its next message ready. Times are sampled so that the long-run mean is the requested load:
// a fraction of the host channel's rate, headers included.
#pragma once

#include <tuple>

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "traffic/size/cutting.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// The load that an arrival process offers.
struct Offer {
  double load = 0;       ///< of the host's channel, above 0 and at most 1
  BitsPerSecond rate{};  ///< full rate of the host's channel
  Cutting cutting;
  MeanSize mean;

  /// Mean time that a message occupies the wire, and the same for a full packet, in picoseconds.
  double message_ps() const {
    return wire_ps(mean.bytes + mean.packets * static_cast<double>(cutting.header.v));
  }
  double packet_ps() const { return wire_ps(static_cast<double>(cutting.mtu.v + cutting.header.v)); }
  double wire_ps(double bytes) const { return bytes * 8e12 / static_cast<double>(rate.v); }
};

/// Later than any run lasts (26 days), and small enough to be added to any time of a run.
inline constexpr Picoseconds never{std::int64_t{1} << 61};

/// Rounds to the nearest picosecond. Returns `never` for later times, infinity included.
constexpr Picoseconds gap_of(double ps) {
  return ps < static_cast<double>(never.v) ? Picoseconds{static_cast<std::int64_t>(ps + 0.5)} : never;
}

/// Samples a gap of independent messages.
EBB_DEVICE_INLINE Picoseconds exponential_gap(double mean_ps, Random& random) {
  return gap_of(random.exponential() * mean_ps);
}

/// The word of a host's memory that the arrival process uses.
inline constexpr std::size_t arrivals_word = 0;

/// The gap before a host's next message of its own in a closed loop: at the start it sends `outstanding`.
EBB_DEVICE_INLINE Picoseconds gap_in_loop(std::int64_t outstanding, HostMemory& memory) {
  return memory.state[arrivals_word]++ < outstanding ? Picoseconds{0} : never;
}

struct Arrivals {
  virtual ~Arrivals() = default;

  static constexpr auto fields() { return std::tuple{}; }
  /// Returns what is wrong with the parameters alone; `where` of a problem is the field's name.
  virtual Problems check() const { return {}; }
  /// Sets the load, or returns why it cannot be offered.
  virtual Problems bind(const Offer& offer) = 0;

  /// Returns the time from the host's message before (at first: from 0) to its next one, which has `size`
  /// bytes of payload; `never` when it sends no more of its own. After bind().
  virtual Picoseconds gap(Bytes size, HostMemory& memory) const = 0;

  /// Returns Traffic::memory() of its offered load. After bind().
  virtual Picoseconds memory() const { return {}; }

  /// A closed loop has no load: it sends its next message after a delivery and this pause.
  virtual bool is_closed_loop() const { return false; }
  virtual Picoseconds reply_after() const { return {}; }
};

}  // namespace ebb::inline traffic
