// The distinct states of packets under way: their switch and their route. States are looked up by content.
// Clearing is fast, since a check clears them for every destination.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct RouteState {
  SwitchId here = 0;
  Route route;
};

class RouteStates {
 public:
  void clear();
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  const RouteState& operator[](std::uint32_t i) const { return states_[i]; }
  /// Returns the number of the state, a new one if it was not seen before. The port of the destination host
  /// makes no difference.
  std::uint32_t find(SwitchId here, const Route& route);

 private:
  void grow();
  struct Slot {
    std::uint32_t state = 0, round = 0;  ///< an entry of an earlier round counts as empty
  };
  std::vector<RouteState> states_;
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  std::uint32_t round_ = 1;
};

}  // namespace ebb::inline routing
