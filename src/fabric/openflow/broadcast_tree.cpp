#include "fabric/openflow/broadcast_tree.hpp"

namespace ebb::inline fabric {

std::vector<bool> broadcast_tree(const Network& network) {
  return broadcast_tree(network, [](PortId) { return true; });
}

std::vector<bool> broadcast_tree(const Network& network, const std::function<bool(PortId)>& usable) {
  std::vector<bool> in_tree(network.switch_ports(), false), reached(network.switches(), false);
  std::vector<SwitchId> found;
  const auto reach = [&](SwitchId s) { reached[s] = true, found.push_back(s); };
  const auto look_from = [&](SwitchId s) {
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
      const PortId other = network.peer[p];
      if (network.is_host_port(other)) {
        in_tree[p] = true;
      } else if (!reached[network.owner[other]] && usable(p)) {
        in_tree[p] = in_tree[other] = true;
        reach(network.owner[other]);
      }
    }
  };
  std::size_t looked = 0;
  for (SwitchId root = 0; root < network.switches(); ++root) {
    if (!reached[root]) reach(root);
    while (looked < found.size()) look_from(found[looked++]);
  }
  return in_tree;
}

}  // namespace ebb::inline fabric
