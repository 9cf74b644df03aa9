#include "fabric/snmp/tree_vlans.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/inventory/names.hpp"
#include "fabric/snmp/vlan_program.hpp"
#include "fabric/trees/tree_program.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint32_t versions_at_a_time = 2;

std::uint32_t most_hosts_of_switch(const Network& network) {
  std::vector<std::uint32_t> hosts(network.switches(), 0);
  for (HostId h = 0; h < network.hosts; ++h) ++hosts[network.switch_of_host(h)];
  return hosts.empty() ? 0 : *std::max_element(hosts.begin(), hosts.end());
}

}  // namespace

std::uint32_t tree_copies(const Network& network, const TreePaths& plan) {
  std::uint32_t links = 1;
  for (const std::uint32_t in_use : plan.links) links = std::max(links, in_use);
  return std::clamp(links, 1u, std::max(1u, most_hosts_of_switch(network)));
}

std::vector<VlanPort> tree_vlan_ports(const Network& network, const TreePlan& plan, SwitchId s,
                                      std::uint16_t first_vlan) {
  const std::uint32_t copies = tree_copies(network, plan);
  const auto number = [&](std::size_t v, std::uint32_t copy) {
    return static_cast<std::uint16_t>(first_vlan + v * copies + copy);
  };
  const std::size_t vlans = plan.vlans.vlans.size();
  std::vector<VlanPort> ports(network.ports_of(s));
  std::uint32_t hosts = 0;
  for (std::uint32_t local = 0; local < ports.size(); ++local) {
    if (!network.is_host_port(network.peer[network.first_port[s] + local])) continue;
    ports[local].to_host = true;
    ports[local].pvid = number(plan.vlans.of_switch[s], hosts++ % copies);
    for (std::size_t v = 0; v < vlans; ++v)
      for (std::uint32_t copy = 0; copy < copies; ++copy) ports[local].untagged.push_back(number(v, copy));
  }
  for (std::size_t v = 0; v < vlans; ++v)
    for (std::uint32_t copy = 0; copy < copies; ++copy)
      for (const TrunkId t : plan.trunks.of(s)) {
        const auto links = plan.ports_in_use(s, t);
        if (plan.vlans.vlans[v][t] && !links.empty())
          ports[links[copy % links.size()] - network.first_port[s]].tagged.push_back(number(v, copy));
      }
  return ports;
}

std::vector<SwitchProgram> tree_vlan_programs(const Network& network, const TreePlan& plan,
                                              const std::vector<std::vector<std::uint32_t>>& ports,
                                              std::uint32_t version, std::uint32_t slot) {
  std::vector<SwitchProgram> programs;
  for (SwitchId s = 0; s < network.switches(); ++s)
    programs.push_back(vlan_program(switch_name(network, s),
                                    tree_vlan_ports(network, plan, s, first_vlan_of_slot(slot)), ports[s],
                                    version));
  return programs;
}

Problems check_tree_copies(const Network& network, const TreePlan& plan, std::uint32_t most_vlans) {
  const std::uint32_t copies = tree_copies(network, plan);
  const auto vlans = static_cast<std::uint32_t>(plan.vlans.vlans.size()) * copies;
  const std::uint32_t most = std::min(most_trees_of_version, most_vlans / versions_at_a_time);
  if (vlans <= most) return {};
  return {{"VLANs",
           fmt::format("{} are needed, one per link of {} for each of {} trees, but a switch has numbers for "
                       "{}: the old and the new tables are there at the same time",
                       vlans, copies, plan.vlans.vlans.size(), most),
           "switch links off ([trees] off), or raise most_vlans where the switches hold more"}};
}

}  // namespace ebb::inline fabric
