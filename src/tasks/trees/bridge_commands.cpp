#include "tasks/trees/bridge_commands.hpp"

#include <fmt/format.h>

#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/trunks.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline tasks {
namespace {

std::string bridge_device(SwitchId s, std::uint32_t port) {
  return fmt::format("{}-p{}", switch_name(s), port);
}

/// Static registration of the hosts' addresses (section III.C): in every VLAN a host is behind one port, and
/// the hosts behind a trunk share its links in use. Nothing is learnt, and no unknown address is flooded.
std::string bridge_addresses(const TreesResult& trees, const std::vector<VlanTrunks>& vlans, SwitchId s) {
  const Network& network = trees.network();
  std::string text;
  for (std::size_t v = 0; v < trees.plan.vlans.vlans.size(); ++v) {
    const auto next = vlans[v].next(s);
    for (HostId h = 0; h < network.hosts; ++h) {
      const SwitchId to = network.switch_of_host(h);
      PortId port = network.peer[network.host_port(h)];
      if (to != s) {
        if (next[to] == no_id) continue;
        port = trees.plan.trunks[next[to]].ports_of(s)[h % trees.plan.links[next[to]]];
      }
      text += fmt::format("bridge fdb add {} dev {} vlan {} master static\n",
                          mac_text(mac_of(trees.addresses.address(h))),
                          bridge_device(s, port - network.first_port[s]), trees.first_vlan() + v);
    }
  }
  return text;
}

/// Broadcasts take only the first link of a trunk: over two links they would be duplicated and circulate.
std::string bridge_floods(const TreesResult& trees, SwitchId s) {
  std::string text;
  for (const TrunkId t : trees.plan.trunks.of(s)) {
    const auto& ports = trees.plan.trunks[t].ports_of(s);
    for (std::size_t link = 1; link < ports.size(); ++link)
      text += fmt::format("bridge link set dev {} bcast_flood off mcast_flood off\n",
                          bridge_device(s, ports[link] - trees.network().first_port[s]));
  }
  return text;
}

/// A new bridge floods every frame from every port, which circulates forever in a network with loops. So it
/// stays down until its ports are in their VLANs.
std::string new_bridge(SwitchId s, std::size_t ports) {
  std::string text = fmt::format(
      "# {0}: vlan_filtering keeps frames in their VLAN's tree; without it the loops of the network are open "
      "to\n# broadcasts. STP is off: it would block links that some tree needs.\n"
      "ip link add {0} type bridge vlan_filtering 1 stp_state 0\n",
      switch_name(s));
  for (std::uint32_t p = 0; p < ports; ++p)
    text += fmt::format("ip link set dev {} master {}\n", bridge_device(s, p), switch_name(s));
  return text;
}

}  // namespace

std::vector<VlanPort> ports_of(const TreesResult& trees, SwitchId s) {
  const TreePlan& plan = trees.plan;
  auto ports = vlan_ports(trees.network(), plan.trunks, plan.vlans, s, trees.first_vlan());
  for (const TrunkId t : plan.trunks.of(s)) {
    const auto& all = plan.trunks[t].ports_of(s);
    for (std::size_t link = plan.links[t]; link < all.size(); ++link)
      ports[all[link] - trees.network().first_port[s]] = {};
  }
  return ports;
}

std::string bridge_commands(const TreesResult& trees, const std::vector<SwitchId>& switches) {
  std::string text;
  std::vector<VlanTrunks> vlans;
  for (const TrunkSet& vlan : trees.plan.vlans.vlans) vlans.emplace_back(trees.plan.trunks, vlan);
  for (const SwitchId s : switches) {
    const auto ports = ports_of(trees, s);
    text += new_bridge(s, ports.size());
    for (std::uint32_t p = 0; p < ports.size(); ++p) {
      const std::string device = bridge_device(s, p);
      text += fmt::format("bridge link set dev {} learning off flood off\n", device);
      text += fmt::format("bridge vlan del dev {} vid 1\n", device);
      for (const std::uint16_t vlan : ports[p].tagged)
        text += fmt::format("bridge vlan add dev {} vid {}\n", device, vlan);
      for (const std::uint16_t vlan : ports[p].untagged)
        text += fmt::format("bridge vlan add dev {} vid {}{} untagged\n", device, vlan,
                            vlan == ports[p].pvid ? " pvid" : "");
    }
    text += bridge_floods(trees, s) + bridge_addresses(trees, vlans, s);
    text += fmt::format("ip link set dev {} up\n", switch_name(s));
  }
  return text;
}

}  // namespace ebb::inline tasks
