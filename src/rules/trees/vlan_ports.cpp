#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline rules {

std::vector<VlanPort> vlan_ports(const Network& network, const Trunks& trunks, const VlanTrees& trees,
                                 SwitchId s, std::uint16_t first_vlan) {
  const auto number = [&](std::size_t v) { return static_cast<std::uint16_t>(first_vlan + v); };
  std::vector<VlanPort> ports(network.ports_of(s));
  for (std::uint32_t local = 0; local < ports.size(); ++local) {
    const PortId peer = network.peer[network.first_port[s] + local];
    VlanPort& port = ports[local];
    port.to_host = network.is_host_port(peer);
    if (port.to_host) port.pvid = number(trees.of_switch[s]);
    const TrunkId trunk = port.to_host ? no_id : trunks.between(s, network.owner[peer]);
    for (std::size_t v = 0; v < trees.vlans.size(); ++v) {
      if (port.to_host)
        port.untagged.push_back(number(v));
      else if (trunk != no_id && trees.vlans[v][trunk])
        port.tagged.push_back(number(v));
    }
  }
  return ports;
}

}  // namespace ebb::inline rules
