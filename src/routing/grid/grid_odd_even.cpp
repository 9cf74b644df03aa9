#include "routing/grid/grid_odd_even.hpp"

namespace ebb::inline routing {

Problems GridOddEven::check(const Network& network) const {
  if (Problems problems = GridPaths::check(network); !problems.empty()) return problems;
  const auto& shape = std::get<GridShape>(network.shape);
  if (shape.sizes.size() == 2 && !shape.wraps) return {};
  return {{"name", "works on a mesh of two dimensions only",
           "\"grid_adaptive\" works on a mesh or torus of any number of dimensions"}};
}

}  // namespace ebb::inline routing
