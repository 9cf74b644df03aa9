// Brings tables onto the switches that use some cables and no others, while frames cross the network, and
// knows how much would have gone by a cable that is not used.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/cable_set.hpp"

namespace ebb::inline fabric {

class TableChanger {
 public:
  virtual ~TableChanger() = default;

  /// Begins to bring the tables for these cables. Only when nothing is under way.
  virtual void begin(const CableSet& routes) = 0;
  /// Nothing while it is under way; then what went wrong, once. Empty: all switches hold the tables.
  virtual std::optional<Problems> ended() = 0;
  /// Bytes that would have left by each port since the start, had its cable been a route; by PortId. They
  /// may be some seconds old.
  virtual std::vector<std::uint64_t> missed() = 0;
};

}  // namespace ebb::inline fabric
