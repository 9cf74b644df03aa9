#include "app/topologies.hpp"

#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb {

std::span<const Entry<Topology>> topologies() {
  static constexpr Entry<Topology> table[] = {
      entry<Topology, FlattenedButterfly>(
          "flattened_butterfly", "switches on a grid, every line of it fully connected (Abts; HyperX)"),
      entry<Topology, FoldedClos>("folded_clos",
                                  "a fat tree of 2, 3 or 4 levels, oversubscribed if you like"),
      entry<Topology, Dragonfly>("dragonfly", "fully connected groups, each pair joined by global cables"),
  };
  return table;
}

}  // namespace ebb
