#include "routing/grid/grid_paths.hpp"

#include <utility>
#include <vector>

namespace ebb::inline routing {

Problems GridPaths::check(const Network& network) {
  if (!std::holds_alternative<GridShape>(network.shape))
    return {{"name", "works on a mesh or torus only", "\"shortest_path\" routes on any network"}};
  for (std::uint32_t extent : std::get<GridShape>(network.shape).sizes)
    if (extent > INT16_MAX)
      return {{"name", "works with up to 32,767 switches along a dimension", "choose smaller sizes"}};
  return {};
}

void GridPaths::prepare(const Network& network) {
  const auto& shape = std::get<GridShape>(network.shape);
  dimensions = static_cast<std::uint32_t>(shape.sizes.size());
  wraps = shape.wraps;
  std::vector<std::uint16_t> coordinates, ports;
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      coordinates.push_back(static_cast<std::uint16_t>(grid_coordinate(shape, s, d)));
      for (const Direction way : {Direction::down, Direction::up})
        ports.push_back(grid_has_port(shape, s, d, way)
                            ? static_cast<std::uint16_t>(grid_port(shape, s, d, way))
                            : std::uint16_t{0xffff});
    }
  size.set({shape.sizes.begin(), shape.sizes.end()});
  coordinate.set(std::move(coordinates)), port.set(std::move(ports));
}

}  // namespace ebb::inline routing
