// When a host has its next message ready. Times are drawn so that the long-run mean is the load that was
// asked for: a fraction of the host channel's rate, with headers counted.
#pragma once

#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "traffic/size/cutting.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// What an arrival process has to keep to.
struct Offer {
  double load = 0;       ///< of the host's channel, above 0 and at most 1
  BitsPerSecond rate{};  ///< of the host's channel at full speed
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

/// Rounded to the nearest picosecond; `never` for all that is later, infinity included.
constexpr Picoseconds gap_of(double ps) {
  return ps < static_cast<double>(never.v) ? Picoseconds{static_cast<std::int64_t>(ps + 0.5)} : never;
}

/// The word of a host's memory that is the arrival process's.
inline constexpr std::size_t arrivals_word = 0;

struct Arrivals {
  virtual ~Arrivals() = default;

  static constexpr auto fields() { return std::tuple{}; }
  /// What is wrong with the parameters alone; `where` of a problem is the field's name.
  virtual Problems check() const { return {}; }
  /// Learns what to keep to, or says why it cannot.
  virtual Problems bind(const Offer& offer) = 0;

  /// Time from the host's message before (at first: from 0) to its next one, which has `size` bytes of
  /// payload; `never` when it sends no more of its own. After bind().
  virtual Picoseconds gap(Bytes size, HostMemory& memory) const = 0;

  /// Traffic::memory() of what it offers. After bind().
  virtual Picoseconds memory() const { return {}; }

  /// A closed loop has no load: it sends its next message when one has been delivered, after this time.
  virtual bool is_closed_loop() const { return false; }
  virtual Picoseconds reply_after() const { return {}; }
};

}  // namespace ebb::inline traffic
