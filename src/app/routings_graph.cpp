#include "app/routings.hpp"
#include "routing/shortest_path.hpp"

namespace ebb {

std::span<const Entry<AnyRouting>> graph_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<ShortestPath>("shortest_path", "any network: the shortest of the up*/down* ways"),
  };
  return table;
}

}  // namespace ebb
