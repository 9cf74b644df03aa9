#include "fabric/snmp/switch_vlans.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/snmp/bridge_tables.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {

Result<SwitchVlanSteps> plan_switch_vlans(const SwitchVlans& wanted, SnmpSession& session, bool stp_off) {
  const auto now = read_bridge_tables(session, wanted.name);
  if (!now) return now.problems();
  const auto bridge_ports = find_bridge_ports(*now, wanted.interfaces, wanted.name);
  if (!bridge_ports) return bridge_ports.problems();
  if (!stp_off)
    if (Problems problems = check_stp(*now, wanted.ports, wanted.interfaces, wanted.name); !problems.empty())
      return problems;
  const auto table = wanted_vlans(now->vlans, wanted.ports, *bridge_ports, wanted.name);
  if (!table) return table.problems();
  const auto with_stp = trunk_ports_with_stp(*now, wanted.ports, *bridge_ports);
  return SwitchVlanSteps{wanted.name, &session, vlan_steps(now->vlans, *table, with_stp, now->list_octets)};
}

Problems check_single_links(const Network& network, const TreePaths& plan) {
  std::vector<std::string> off;
  for (TrunkId t = 0; t < plan.trunks.size(); ++t)
    if (const Trunk& trunk = plan.trunks[t]; plan.links[t] > 1)
      off.push_back(fmt::format("\"{}-{}:{}\"", switch_name(network, trunk.a), switch_name(network, trunk.b),
                                trunk.links() - 1));
  if (off.empty()) return {};
  return {{"[trees]",
           fmt::format("{} have several links in use, which would be a loop in each VLAN: links are not "
                       "aggregated by SNMP",
                       counted(off.size(), "pair of switches", "pairs of switches")),
           fmt::format("leave one link on between two switches: off = [{}]", fmt::join(off, ", "))}};
}

}  // namespace ebb::inline fabric
