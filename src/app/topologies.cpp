#include "app/topologies.hpp"

#include "topology/flattened_butterfly.hpp"

namespace ebb {

std::span<const Entry<Topology>> topologies() {
  static constexpr Entry<Topology> table[] = {
      entry<Topology, FlattenedButterfly>(
          "flattened_butterfly", "switches on a grid, every line of it fully connected (Abts; HyperX)"),
  };
  return table;
}

}  // namespace ebb
