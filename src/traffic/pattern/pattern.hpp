// A pattern determines the destination of each message. It gets the network when it is bound, so its
// parameters never repeat the topology's. The state of a host between messages is in its HostMemory.
#pragma once

#include <tuple>

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// The word of a host's memory that the pattern uses.
inline constexpr std::size_t pattern_word = 1;

struct Pattern {
  virtual ~Pattern() = default;

  /// A pattern without parameters inherits this list.
  static constexpr auto fields() { return std::tuple{}; }
  /// Returns what is wrong with the parameters alone; `where` of a problem is the field's name.
  virtual Problems check() const { return {}; }

  /// Binds to the network, or returns why the pattern does not fit it. Every random choice made once per run
  /// is made here, from `seed`.
  virtual Problems bind(const Network& network, std::uint64_t seed) = 0;

  /// Returns the destination of the next message, never `source` itself; no_id: this host never sends. After
  /// bind().
  virtual HostId destination(HostId source, HostMemory& memory) const = 0;
  /// Returns the period of a pattern that changes with time; 0: it does not change.
  virtual Picoseconds period() const { return {}; }
  /// The same as destination(), for a message that is ready at a time, for a pattern that changes.
  virtual HostId destination_at(HostId source, Picoseconds /*at*/, HostMemory& memory) const {
    return destination(source, memory);
  }
  virtual bool sends(HostId /*source*/) const { return true; }
};

/// Returns the problem of a network of one host, which fits no pattern; empty for a larger one.
inline Problems require_two_hosts(const Network& network) {
  if (network.hosts >= 2) return {};
  return {{"", "needs two hosts, but the network has one", "choose a larger topology"}};
}

/// Uniform over all hosts but `source`.
EBB_DEVICE_INLINE HostId any_other_host(HostId source, std::uint32_t hosts, Random& random) {
  const auto pick = static_cast<HostId>(random.below(hosts - 1));
  return pick + (pick >= source);
}

}  // namespace ebb::inline traffic
