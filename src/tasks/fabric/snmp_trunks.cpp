#include "tasks/fabric/snmp_trunks.hpp"

#include "fabric/snmp/snmp_driver.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/snmp/vlan_table.hpp"
#include "fabric/snmp/vlan_walk.hpp"
#include "fabric/trees/tree_program.hpp"
#include "network/network.hpp"

namespace ebb::inline tasks {

Problems trunk_problems(const FabricSession& session) {
  Problems problems;
  std::vector<VlanTable> tables;
  const auto add = [&](const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); };
  for (SwitchId s = 0; s < session.snmp.size(); ++s) {
    SnmpDriver& driver = *session.snmp[s];
    const auto now = driver.tables();
    if (!now) return now.problems();
    tables.push_back(now->vlans);
    const auto plan = tree_vlan_ports(session.network(), *session.trees, s, first_vlan_of_slot(0));
    add(check_stp(*now, plan, driver.interfaces(), driver.name()));
  }
  if (session.by_snmp()) add(looped_vlans(session.network(), tables, session.ports));
  return problems;
}

}  // namespace ebb::inline tasks
