// Some of the cables between a network's switches. A cable is known by either of its two ports; one with a
// host at its end is never in question and always there.
#pragma once

#include <cstddef>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

class CableSet {
 public:
  /// All of them.
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
  /// Those of both, or of either.
  CableSet& operator&=(const CableSet& other);
  CableSet& operator|=(const CableSet& other);
  bool operator==(const CableSet&) const = default;

 private:
  std::vector<bool> has_;  ///< by port of a switch, the same for both ends
};

/// Says whether a cable joins two switches.
inline bool joins_switches(const Network& network, PortId port) {
  return !network.is_host_port(network.peer[port]);
}

/// Says whether every two switches with hosts stay connected over these cables, whichever `failures` of them
/// are taken away besides. 0 asks for connection alone.
bool survives(const Network& network, const CableSet& cables, std::uint32_t failures);

/// The same where not all can be joined: every two switches with hosts have as many ways over `cables`, no
/// two over one cable, as they could have over `best`; more than `failures` + 1 are not asked for. `best`
/// holds all of `cables`.
bool keeps(const Network& network, const CableSet& cables, const CableSet& best, std::uint32_t failures);

/// Says whether there are so many ways between two switches, no two over one cable.
bool has_ways(const Network& network, const CableSet& cables, SwitchId from, SwitchId to, std::uint32_t ways);

/// The part of the network that each switch is in when only these cables join them: parts are known by their
/// first switch.
std::vector<SwitchId> parts_of(const Network& network, const CableSet& cables);

}  // namespace ebb::inline fabric
