#include "routing/butterfly/butterfly_paths.hpp"

#include <utility>
#include <vector>

#include "network/shape.hpp"

namespace ebb::inline routing {

Problems ButterflyPaths::check(const Network& network) {
  if (std::holds_alternative<FlattenedButterflyShape>(network.shape)) return {};
  return {{"name", "works on a flattened butterfly only", "\"shortest_path\" routes on any network"}};
}

void ButterflyPaths::prepare(const Network& network) {
  const auto& shape = std::get<FlattenedButterflyShape>(network.shape);
  dimensions = static_cast<std::uint32_t>(shape.sizes.size());
  std::uint32_t stride = 1, first = shape.concentration;
  std::vector<Dimension> all;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    all.push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(shape.parallel[d]),
                   static_cast<std::uint16_t>(shape.sizes[d]), stride});
    first += (shape.sizes[d] - 1) * shape.parallel[d];
    stride *= shape.sizes[d];
  }
  std::vector<std::uint16_t> coordinates(std::size_t{network.switches()} * dimensions);
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (std::uint32_t d = 0; d < dimensions; ++d)
      coordinates[std::size_t{s} * dimensions + d] =
          static_cast<std::uint16_t>(s / all[d].stride % shape.sizes[d]);
  dimension.set(std::move(all)), coordinate.set(std::move(coordinates));
}

}  // namespace ebb::inline routing
