#include "catalogue/routing_entry.hpp"
#include "catalogue/routings.hpp"
#include "routing/graph/alternate_paths.hpp"
#include "routing/graph/shortest_path.hpp"
#include "routing/graph/shutdown_paths.hpp"
#include "routing/tables/vlan_tree_paths.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> graph_routings() {
  static constexpr Entry<AnyRouting> table[] = {
      routing_entry<ShortestPath>("shortest_path", "any network: the shortest of the up*/down* paths"),
      routing_entry<AlternatePaths>("alternate_paths",
                                    "any network: shortest path first, up*/down* paths as alternates (Kim)"),
      routing_entry<ShutdownPaths>(
          "shutdown_paths", "any network: shortest path first, every up*/down* path; links may be off"),
      routing_entry<VlanTreePaths>("vlan_trees",
                                   "any network: VLAN trees, a flow on one cable of a trunk (Koibuchi)"),
  };
  return table;
}

}  // namespace ebb::inline catalogue
