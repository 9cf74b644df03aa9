#include "network/grid_shape.hpp"

#include "base/ensure.hpp"

namespace ebb::inline network {
namespace {

std::uint32_t stride(const GridShape& shape, std::size_t dimension) {
  std::uint32_t product = 1;
  for (std::size_t d = 0; d < dimension; ++d) product *= shape.sizes[d];
  return product;
}

/// Returns the number of ports of the switch before those of `dimension`.
std::uint32_t ports_before(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension) {
  std::uint32_t ports = shape.concentration;
  for (std::size_t d = 0; d < dimension; ++d)
    for (const Direction way : {Direction::down, Direction::up})
      ports += grid_has_port(shape, switch_id, d, way) ? 1 : 0;
  return ports;
}

}  // namespace

std::uint32_t grid_coordinate(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension) {
  return switch_id / stride(shape, dimension) % shape.sizes[dimension];
}

bool grid_has_port(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension, Direction way) {
  if (shape.wraps) return true;
  const std::uint32_t edge = way == Direction::down ? 0 : shape.sizes[dimension] - 1;
  return grid_coordinate(shape, switch_id, dimension) != edge;
}

std::uint32_t grid_port(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension,
                        Direction way) {
  ENSURE(grid_has_port(shape, switch_id, dimension, way));
  const bool second = way == Direction::up && grid_has_port(shape, switch_id, dimension, Direction::down);
  return ports_before(shape, switch_id, dimension) + (second ? 1 : 0);
}

std::uint32_t grid_neighbour(const GridShape& shape, std::uint32_t switch_id, std::size_t dimension,
                             Direction way) {
  const std::uint32_t size = shape.sizes[dimension], step = stride(shape, dimension);
  const std::uint32_t me = switch_id / step % size;
  const std::uint32_t to = way == Direction::up ? (me + 1) % size : (me + size - 1) % size;
  return switch_id - me * step + to * step;
}

std::uint32_t grid_ports(const GridShape& shape, std::uint32_t switch_id) {
  return ports_before(shape, switch_id, shape.sizes.size());
}

}  // namespace ebb::inline network
