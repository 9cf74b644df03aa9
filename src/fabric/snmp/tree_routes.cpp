#include "fabric/snmp/tree_routes.hpp"

#include "base/ensure.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/snmp/vlan_walk.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline fabric {
namespace {

std::vector<bool> ports_with_cable(const Network& network, const CableSet& routes) {
  std::vector<bool> on(network.switch_ports());
  for (PortId port = 0; port < on.size(); ++port) on[port] = routes.has(port);
  return on;
}

}  // namespace

/// Paths of a rule are always in trees. Unlike for a plan that a user writes, pairs may be disconnected: what
/// must be connected is proved.
TreePlan TreeRoutes::plan(const CableSet& routes) const {
  TreePaths made{Trunks(network_), {}, PathSet(network_.switches())};
  made.links = made.trunks.put_first(ports_with_cable(network_, routes));
  made.paths = tree_paths(network_, made.trunks, made.trunks_on(), settings_.paths);
  auto trees = source_trees(network_, made.trunks, made.paths);
  ENSURE(trees);
  VlanTrees vlans = settings_.packing == TreePacking::least ? pack_trees(made.trunks, *trees)
                                                            : assign_first_fit(made.trunks, *trees);
  return {std::move(made), std::move(*trees), 0, std::move(vlans), {}};
}

Problems TreeRoutes::prove(const CableSet& routes, const CableSet& promised) const {
  const TreePlan made = plan(routes);
  if (Problems wrong = check_tree_copies(network_, made, static_cast<std::uint32_t>(settings_.most_vlans));
      !wrong.empty())
    return wrong;
  return walk_vlans(network_, tree_vlan_programs(network_, made, ports_, 1, 0), ports_,
                    ports_with_cable(network_, routes), parts_of(network_, promised))
      .problems;
}

std::vector<SwitchProgram> TreeRoutes::stamped(const CableSet& routes, std::uint32_t version,
                                               std::uint32_t slot) const {
  return tree_vlan_programs(network_, plan(routes), ports_, version, slot);
}

std::vector<std::vector<PortId>> TreeRoutes::ports_of_pairs(const CableSet& routes) const {
  const TreePlan made = plan(routes);
  std::vector<std::vector<PortId>> ports(std::size_t{network_.hosts} * network_.hosts);
  for (HostId a = 0; a < network_.hosts; ++a)
    for (HostId b = 0; b < network_.hosts; ++b) {
      const Path& path = made.paths.path(network_.switch_of_host(a), network_.switch_of_host(b));
      for (std::size_t i = 1; i < path.size(); ++i)
        ports[std::size_t{a} * network_.hosts + b].push_back(
            made.ports_in_use(path[i - 1], made.trunks.between(path[i - 1], path[i])).front());
    }
  return ports;
}

}  // namespace ebb::inline fabric
