// Paths on a flattened butterfly: coordinates of the switches and the ports between them, as flat tables.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/accelerator/lookup_table.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

struct ButterflyPaths {
  std::uint32_t dimensions = 0;
  LookupTable<std::uint16_t> coordinate;  ///< of switch s in dimension d: [s * dimensions + d]
  struct Dimension {
    std::uint16_t first_port = 0, parallel = 1, size = 0;
    std::uint32_t stride = 1;
  };
  LookupTable<Dimension> dimension;

  static Problems check(const Network& network);
  void prepare(const Network& network);
  /// Calls visit(table) for each table.
  template <class Visit>
  void each_table(Visit&& visit) {
    visit(coordinate), visit(dimension);
  }

  EBB_DEVICE const std::uint16_t* of(SwitchId s) const { return &coordinate[std::size_t{s} * dimensions]; }
  /// Returns the first of the parallel ports that lead from coordinate `me` to `to` of dimension d.
  EBB_DEVICE std::uint16_t port(std::uint32_t d, std::uint16_t me, std::uint16_t to) const {
    const Dimension& x = dimension[d];
    return static_cast<std::uint16_t>(x.first_port + (to < me ? to : to - 1) * x.parallel);
  }
  /// Calls each(port, nearer) for the ports of each dimension that lead to the coordinate of `to`. Where the
  /// two switches have the same coordinate, `nearer` is false and the port is meaningless.
  template <class Each>
  [[gnu::always_inline]] EBB_DEVICE void each_dimension(SwitchId here, SwitchId to, const Each& each) const {
    const std::uint16_t *me = of(here), *there = of(to);
    for (const Dimension& x : dimension) {
      const std::uint32_t a = *me++, b = *there++;
      std::uint32_t port = x.first_port + (b - (b > a)) * x.parallel;
      const std::uint32_t end = port + x.parallel;
      do each(static_cast<std::uint16_t>(port), a != b);
      while (++port != end);
    }
  }
  EBB_DEVICE std::uint32_t switches() const {
    return static_cast<std::uint32_t>(coordinate.size() / dimensions);
  }
  EBB_DEVICE std::uint32_t distance(SwitchId from, SwitchId to) const;
  /// Returns the lowest dimension in which the two differ. They must differ.
  EBB_DEVICE std::uint32_t first_difference(SwitchId a, SwitchId b) const {
    std::uint32_t d = 0;
    while (of(a)[d] == of(b)[d]) ++d;
    return d;
  }
  /// Dimension order: corrects the lowest dimension in which the two differ, over one of the parallel links.
  EBB_DEVICE std::uint16_t next_in_order(SwitchId here, SwitchId to, std::uint64_t bits) const;
  /// Calls each(port) for all ports that next_in_order() can return.
  template <class Each>
  EBB_DEVICE void each_in_order(SwitchId here, SwitchId to, Each each) const {
    const std::uint32_t d = first_difference(here, to);
    for (std::uint16_t l = 0; l < dimension[d].parallel; ++l)
      each(static_cast<std::uint16_t>(port(d, of(here)[d], of(to)[d]) + l));
  }
};

EBB_DEVICE_INLINE std::uint32_t ButterflyPaths::distance(SwitchId from, SwitchId to) const {
  std::uint32_t differing = 0;
  for (std::uint32_t d = 0; d < dimensions; ++d) differing += of(from)[d] != of(to)[d];
  return differing;
}

EBB_DEVICE_INLINE std::uint16_t ButterflyPaths::next_in_order(SwitchId here, SwitchId to,
                                                              std::uint64_t bits) const {
  const std::uint32_t d = first_difference(here, to);
  return static_cast<std::uint16_t>(port(d, of(here)[d], of(to)[d]) + pick(bits, dimension[d].parallel));
}

}  // namespace ebb::inline routing
