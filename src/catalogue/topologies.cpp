#include "catalogue/topologies.hpp"

#include "catalogue/added_entries.hpp"
#include "topology/chassis_clos.hpp"
#include "topology/complete.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/graph.hpp"
#include "topology/grid.hpp"
#include "topology/irregular.hpp"
#include "topology/rail_circuits.hpp"
#include "topology/rail_clos.hpp"
#include "topology/rail_only.hpp"
#include "topology/star.hpp"
#include "topology/tree.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Topology>> topologies() {
  static constexpr Entry<Topology> table[] = {
      entry<Topology, FlattenedButterfly>(
          "flattened_butterfly", "switches on a grid, every line of it fully connected (Abts; HyperX)"),
      entry<Topology, FoldedClos>("folded_clos",
                                  "a fat tree of 2, 3 or 4 levels, oversubscribed if you like"),
      entry<Topology, ChassisClos>("chassis_clos",
                                   "a folded Clos of chassis that are networks of chips themselves (Abts)"),
      entry<Topology, RailOnly>("rail_only",
                                "servers of GPUs with a switch inside, and a switch for each rail"),
      entry<Topology, RailClos>("rail_clos", "the same in pods, whose rail switches are joined by spines"),
      entry<Topology, RailCircuits>("rail_circuits",
                                    "the same without packet switches: each rail is a circuit switch"),
      entry<Topology, Dragonfly>("dragonfly", "fully connected groups, each pair joined by global cables"),
      entry<Topology, Mesh>("mesh", "switches on a grid, joined to their neighbours"),
      entry<Topology, Torus>("torus", "a mesh whose edges are joined"),
      entry<Topology, Complete>("complete", "every switch joined to every other, with link aggregation"),
      entry<Topology, Tree>("tree", "a complete tree of switches, with link aggregation"),
      entry<Topology, Irregular>("irregular", "a random graph"),
      entry<Topology, Graph>("graph", "the network that a file describes (docs/howto/networks.md)"),
      entry<Topology, Star>("star", "one switch with all the hosts"),
  };
  return AddedEntries<Topology>::of_program().after(table);
}

}  // namespace ebb::inline catalogue
