// Paths on a flattened butterfly: coordinates of the switches and the ports between them, as flat tables.
#pragma once

#include <cstdint>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"

namespace ebb {

struct ButterflyPaths {
  std::uint32_t dimensions = 0;
  std::vector<std::uint16_t> coordinate;  ///< of switch s in dimension d: [s * dimensions + d]
  struct Dimension {
    std::uint16_t first_port = 0, parallel = 1, size = 0;
    std::uint32_t stride = 1;
  };
  std::vector<Dimension> dimension;

  static Problems check(const Network& network);
  void prepare(const Network& network);

  const std::uint16_t* of(SwitchId s) const { return &coordinate[std::size_t{s} * dimensions]; }
  /// First of the parallel ports that lead from coordinate `me` to `to` of dimension d.
  std::uint16_t port(std::uint32_t d, std::uint16_t me, std::uint16_t to) const {
    const Dimension& x = dimension[d];
    return static_cast<std::uint16_t>(x.first_port + (to < me ? to : to - 1) * x.parallel);
  }
};

}  // namespace ebb
