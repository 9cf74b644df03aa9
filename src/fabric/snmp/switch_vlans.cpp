#include "fabric/snmp/switch_vlans.hpp"

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

}  // namespace ebb::inline fabric
