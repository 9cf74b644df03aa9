// Paths through a mesh or torus: coordinates of the switches and their ports, as flat tables.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/accelerator/lookup_table.hpp"
#include "base/problem.hpp"
#include "network/grid_shape.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct GridPaths {
  std::uint32_t dimensions = 0;
  bool wraps = false;                     ///< torus
  LookupTable<std::uint16_t> size;        ///< of each dimension
  LookupTable<std::uint16_t> coordinate;  ///< [switch * dimensions + d]
  LookupTable<std::uint16_t> port;        ///< [(switch * dimensions + d) * 2 + direction]

  static Problems check(const Network& network);
  void prepare(const Network& network);
  /// Calls visit(table) for each table.
  template <class Visit>
  void each_table(Visit&& visit) {
    visit(size), visit(coordinate), visit(port);
  }

  EBB_DEVICE const std::uint16_t* of(SwitchId s) const { return &coordinate[std::size_t{s} * dimensions]; }
  EBB_DEVICE std::uint16_t port_of(SwitchId s, std::uint32_t d, Direction way) const {
    return port[(std::size_t{s} * dimensions + d) * 2 + static_cast<std::size_t>(way)];
  }
  /// Returns the lowest dimension in which the two differ. They must differ.
  EBB_DEVICE std::uint32_t first_difference(SwitchId a, SwitchId b) const {
    std::uint32_t d = 0;
    while (of(a)[d] == of(b)[d]) ++d;
    return d;
  }
  struct Shorter {
    bool down = false, up = false;  ///< both when they are equally short
  };
  /// Returns the shorter directions from coordinate `me` to another one, `to`.
  EBB_DEVICE Shorter shorter(std::uint32_t d, std::uint16_t me, std::uint16_t to) const {
    if (!wraps) return {to<me, to> me};
    const int up = to >= me ? to - me : to - me + size[d], down = size[d] - up;
    return {down <= up, up <= down};
  }
  /// Whether the path in this direction from `me` to `to` crosses the edge of a torus, and whether its next
  /// hop does.
  EBB_DEVICE static bool goes_round(std::uint16_t me, std::uint16_t to, Direction way) {
    return way == Direction::up ? to < me : to > me;
  }
  EBB_DEVICE bool crosses_edge(std::uint32_t d, std::uint16_t me, Direction way) const {
    return way == Direction::up ? me + 1 == size[d] : me == 0;
  }
};

}  // namespace ebb::inline routing
