#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/alternate_paths.hpp"
#include "routing/shortest_path.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> graph_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<ShortestPath>("shortest_path", "any network: the shortest of the up*/down* ways"),
      routing_entry<AlternatePaths>("alternate_paths",
                                    "any network: shortest path first, up*/down* ways as alternates (Kim)"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
