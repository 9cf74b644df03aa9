#include "routing/butterfly/butterfly_paths.hpp"

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
  dimension.clear();
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    dimension.push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(shape.parallel[d]),
                         static_cast<std::uint16_t>(shape.sizes[d]), stride});
    first += (shape.sizes[d] - 1) * shape.parallel[d];
    stride *= shape.sizes[d];
  }
  coordinate.resize(std::size_t{network.switches()} * dimensions);
  for (SwitchId s = 0; s < network.switches(); ++s)
    for (std::uint32_t d = 0; d < dimensions; ++d)
      coordinate[std::size_t{s} * dimensions + d] =
          static_cast<std::uint16_t>(s / dimension[d].stride % shape.sizes[d]);
}

}  // namespace ebb::inline routing
