// A subset of the cables between a network's switches. A cable is identified by either of its two ports. A
// cable to a host is always in the set.
#pragma once

#include <cstddef>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

class CableSet {
 public:
  /// Contains all cables.
  explicit CableSet(const Network& network) : has_(network.switch_ports(), true) {}

  bool has(PortId port) const { return has_[port]; }
  void set(const Network& network, PortId port, bool there) {
    has_[port] = there;
    if (!network.is_host_port(network.peer[port])) has_[network.peer[port]] = there;
  }
  CableSet without(const Network& network, PortId port) const {
    CableSet fewer = *this;
    fewer.set(network, port, false);
    return fewer;
  }
  /// Intersection and union.
  CableSet& operator&=(const CableSet& other);
  CableSet& operator|=(const CableSet& other);
  bool operator==(const CableSet&) const = default;

 private:
  std::vector<bool> has_;  ///< by port of a switch, the same for both ends
};

/// Returns whether the cable of this port connects two switches.
inline bool joins_switches(const Network& network, PortId port) {
  return !network.is_host_port(network.peer[port]);
}

/// Returns whether all switches with hosts stay connected over these cables after any `failures` of them
/// fail. 0 checks connectivity alone.
bool survives(const Network& network, const CableSet& cables, std::uint32_t failures);

/// The same for a network that cannot be fully connected: every two switches with hosts have as many
/// edge-disjoint paths over `cables` as over `best`, counting at most `failures` + 1. `best` contains all of
/// `cables`.
bool keeps(const Network& network, const CableSet& cables, const CableSet& best, std::uint32_t failures);

/// Returns whether two switches have at least this many edge-disjoint paths.
bool has_paths(const Network& network, const CableSet& cables, SwitchId from, SwitchId to,
               std::uint32_t wanted);

/// Returns the connected component of each switch over these cables. A component is identified by its first
/// switch.
std::vector<SwitchId> parts_of(const Network& network, const CableSet& cables);

}  // namespace ebb::inline fabric
