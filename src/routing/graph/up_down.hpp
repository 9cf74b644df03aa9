// Up*/down* directions on any graph. A breadth-first spanning tree from a central switch ranks the switches
// by level, then by number. A channel to a lower rank leads up. A path that never goes up after it went down
// is legal. Ups descend in rank and downs ascend, so legal paths have no cyclic dependency.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline routing {

/// The hops to a switch that no legal path has reached.
inline constexpr std::uint16_t unreached = UINT16_MAX;

/// The links of each switch to other switches, in the order of its ports.
struct UpDown {
  struct Link {
    SwitchId to = 0;
    std::uint16_t port = 0;  ///< local
    bool up = false;
  };
  std::vector<std::uint32_t> first;  ///< link of each switch, and one past the end
  std::vector<Link> links;
  SwitchId root = 0;

  /// The network must be connected.
  explicit UpDown(const Network& network);

  std::uint32_t switches() const { return static_cast<std::uint32_t>(first.size()) - 1; }
};

/// Returns the switch with the least sum of distances to the others, among all of a small network and an even
/// sample of a large one.
SwitchId central_switch(const Network& network);

}  // namespace ebb::inline routing
