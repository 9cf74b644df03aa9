#include "topology/file/file_places.hpp"

#include <algorithm>

namespace ebb::inline topology {

std::vector<std::array<double, 2>> unit_places(const NetworkFile& file,
                                               const std::vector<std::uint32_t>& nodes) {
  std::vector<std::array<double, 2>> places;
  std::array<double, 2> least{1e300, 1e300}, most{-1e300, -1e300};
  for (const std::uint32_t node : nodes) {
    if (!file.nodes[node].place) return {};
    places.push_back(*file.nodes[node].place);
    for (const std::size_t axis : {0u, 1u}) {
      least[axis] = std::min(least[axis], places.back()[axis]);
      most[axis] = std::max(most[axis], places.back()[axis]);
    }
  }
  const double side = std::max(most[0] - least[0], most[1] - least[1]);
  if (!(side > 0)) return {};
  for (auto& place : places)
    for (const std::size_t axis : {0u, 1u}) {
      const double spare = (side - (most[axis] - least[axis])) / 2;
      place[axis] = (place[axis] - least[axis] + spare) / side;
    }
  return places;
}

}  // namespace ebb::inline topology
