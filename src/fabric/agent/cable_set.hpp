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

}  // namespace ebb::inline fabric
