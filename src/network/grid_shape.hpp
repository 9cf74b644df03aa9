// The structure of a mesh or torus. Switch s has the coordinates s % sizes[0], s / sizes[0] % sizes[1], …;
// its ports are the hosts, then for each dimension the port downwards (to the smaller coordinate) and the
// port upwards. A switch at the edge of a mesh lacks the port that would lead outside; in a torus that port
// leads round to the other edge. A torus dimension of two switches has two cables between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ebb::inline network {

struct GridShape {
  std::uint32_t concentration = 0;
  std::vector<std::uint32_t> sizes;  ///< switches along each dimension
  bool wraps = false;                ///< torus
};

enum class Direction : std::uint8_t { down, up };

std::uint32_t grid_coordinate(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension);

/// Whether the switch has a cable in this direction; its port; the switch at its other end.
bool grid_has_port(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension, Direction way);
std::uint32_t grid_port(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension,
                        Direction way);
std::uint32_t grid_neighbour(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension,
                             Direction way);

/// Ports of the switch, hosts included.
std::uint32_t grid_ports(const GridShape& shape, std::uint32_t switch_id);

}  // namespace ebb::inline network
