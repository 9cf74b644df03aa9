// The VLANs of a managed switch as a program, so that rollouts and their journal treat it like a switch with
// rules. A row of dot1qVlanStaticTable is the rule that floods its VLAN, and a PVID is the rule of a host's
// port:
//   table=16,dl_vlan=4 actions=output:2,output:3,pop_vlan,output:1   tagged on 2 and 3, untagged on 1
//   table=0,in_port=1 actions=push_vlan:0x8100,set_field:4100->vlan_vid,goto_table:16
// The version of a rule is in the name of its row. Rows of others have no rule.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/driver.hpp"
#include "fabric/snmp/vlan_table.hpp"
#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline fabric {

/// The plan of a switch's ports; `bridge_ports` has the number of each local port on the switch.
SwitchProgram vlan_program(const std::string& switch_name, const std::vector<VlanPort>& plan,
                           const std::vector<std::uint32_t>& bridge_ports, std::uint32_t version);

/// The rows of ebb's and the PVIDs that point to them. A row whose creation was not finished carries no frame
/// and is no rule; the next change removes it.
SwitchState state_of_vlans(const VlanTable& table);

/// The table after these changes. Unfinished rows go. A port whose VLAN goes gets the default VLAN. Refuses
/// rules that are not those of a managed switch.
Result<VlanTable> vlans_after(const VlanTable& now, const std::vector<SwitchChange>& changes,
                              const std::string& switch_name);
/// The table of a switch that holds only this program.
Result<VlanTable> vlans_of_program(const SwitchProgram& program);

}  // namespace ebb::inline fabric
