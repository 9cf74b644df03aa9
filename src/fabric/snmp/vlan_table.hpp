// The VLANs of a managed switch: those that it has, and those that it should have for VLAN trees. Pure
// functions over plain tables; bridge_tables.hpp reads them and vlan_steps.hpp gets from one to the other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/snmp/port_list.hpp"
#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline fabric {

/// A row of dot1qVlanStaticTable.
struct StaticVlan {
  std::string name;
  PortSet egress;      ///< all ports of the VLAN
  PortSet untagged;    ///< those of them that remove the tag
  bool active = true;  ///< false: a row whose creation was not finished

  bool operator==(const StaticVlan&) const = default;
};

struct VlanTable {
  std::map<std::uint16_t, StaticVlan> vlans;
  std::map<std::uint32_t, std::uint16_t> pvid;  ///< VLAN of untagged frames, by bridge port

  bool operator==(const VlanTable&) const = default;
};

/// The name by which ebb knows its VLANs again, with the version of the tables where it is not the first:
/// "ebb-7", "ebb-7-v3". Others are never removed.
std::string own_vlan_name(std::uint16_t vlan, std::uint32_t version = 1);
/// The version in the name of a row of ebb's. 0 for a row without a name whose creation was not finished;
/// nullopt for a row of others.
std::optional<std::uint32_t> own_vlan_version(std::uint16_t vlan, const StaticVlan& row);
inline bool is_own_vlan(std::uint16_t vlan, const StaticVlan& row) {
  return own_vlan_version(vlan, row).has_value();
}

/// Every bridge has it, and a port needs a PVID.
inline constexpr std::uint16_t default_vlan = 1;

/// The rows of the plan's VLANs: `bridge_ports` has the number of each local port on the switch.
std::map<std::uint16_t, StaticVlan> rows_of_plan(const std::vector<VlanPort>& plan,
                                                 const std::vector<std::uint32_t>& bridge_ports,
                                                 std::uint32_t version = 1);

/// The table that a switch should have: `plan` has the VLANs of each local port, `bridge_ports` its number on
/// the switch. VLANs of ebb that the plan lacks go. The plan's ports leave all VLANs of others, such as VLAN
/// 1, which would be a second, looped network over the same links. The PVID of a port between switches
/// stays, unless its VLAN goes.
///
/// Refuses a VLAN number that somebody else uses.
Result<VlanTable> wanted_vlans(const VlanTable& now, const std::vector<VlanPort>& plan,
                               const std::vector<std::uint32_t>& bridge_ports,
                               const std::string& switch_name);

}  // namespace ebb::inline fabric
