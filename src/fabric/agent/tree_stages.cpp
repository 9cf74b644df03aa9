#include "fabric/agent/tree_stages.hpp"

#include "fabric/openflow/broadcast_tree.hpp"

namespace ebb::inline fabric {

TreeStages::TreeStages(const Network& network)
    : network_(network),
      tree_(broadcast_tree(network)),
      to_parent_(network.switches(), no_id),
      depth_(network.switches(), 0) {
  std::vector<bool> reached(network.switches(), false);
  std::vector<SwitchId> found{0};
  reached[0] = true;
  for (std::size_t next = 0; next < found.size(); ++next)
    for (PortId p = network.first_port[found[next]]; p < network.first_port[found[next] + 1]; ++p) {
      const PortId peer = network.peer[p];
      if (!tree_[p] || network.is_host_port(peer) || reached[network.owner[peer]]) continue;
      const SwitchId child = network.owner[peer];
      reached[child] = true;
      to_parent_[child] = peer, depth_[child] = depth_[found[next]] + 1;
      found.push_back(child);
    }
}

LinkStages::Place TreeStages::place(SwitchId s, std::uint16_t port) const {
  return {static_cast<std::uint8_t>(tree_[network_.first_port[s] + port] ? 0 : 1), 0, 0};
}

void TreeStages::each_shorter(SwitchId s, std::uint16_t port, const EachPort& each) const {
  const PortId leaves = network_.first_port[s] + port;
  const auto call = [&](PortId p) { each(static_cast<std::uint16_t>(p - network_.first_port[s])); };
  // Walk up the tree from the other end to our depth. If that leads to this switch, the first hop is the
  // child we came from, otherwise our parent.
  SwitchId at = network_.owner[network_.peer[leaves]];
  PortId came_by = no_id;
  while (depth_[at] > depth_[s]) came_by = to_parent_[at], at = network_.owner[network_.peer[came_by]];
  if (at == s && came_by != no_id) return call(network_.peer[came_by]);
  if (to_parent_[s] != no_id && to_parent_[s] != leaves) call(to_parent_[s]);
}

}  // namespace ebb::inline fabric
