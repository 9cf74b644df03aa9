#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "routing/grid/grid_odd_even.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> grid_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<GridDimensionOrder>("grid_dimension_order",
                                        "mesh, torus: one dimension after the other, with a dateline"),
      routing_entry<GridAdaptive>(
          "grid_adaptive", "mesh, torus: the shortest queue that leads nearer, with escape channels (Duato)"),
      routing_entry<GridOddEven>("grid_odd_even",
                                 "mesh of two dimensions: adaptive within Chiu's turn model"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
