// What a managed switch reports of its bridge: ports (BRIDGE-MIB), static VLANs and PVIDs (Q-BRIDGE-MIB), and
// spanning tree per port.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/snmp/snmp_session.hpp"
#include "fabric/snmp/vlan_table.hpp"
#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline fabric {

/// Columns of Q-BRIDGE-MIB and BRIDGE-MIB. An instance is a column, then the VLAN or the bridge port.
namespace bridge_mib {
inline const SnmpName base_num_ports{1, 3, 6, 1, 2, 1, 17, 1, 2, 0};
inline const SnmpName base_port_if_index{1, 3, 6, 1, 2, 1, 17, 1, 4, 1, 2};
inline const SnmpName stp_port_enable{1, 3, 6, 1, 2, 1, 17, 2, 15, 1, 4};
inline const SnmpName vlan_name{1, 3, 6, 1, 2, 1, 17, 7, 1, 4, 3, 1, 1};
inline const SnmpName vlan_egress{1, 3, 6, 1, 2, 1, 17, 7, 1, 4, 3, 1, 2};
inline const SnmpName vlan_untagged{1, 3, 6, 1, 2, 1, 17, 7, 1, 4, 3, 1, 4};
inline const SnmpName vlan_status{1, 3, 6, 1, 2, 1, 17, 7, 1, 4, 3, 1, 5};
inline const SnmpName pvid{1, 3, 6, 1, 2, 1, 17, 7, 1, 4, 5, 1, 1};
/// RowStatus (RFC 2579).
inline constexpr std::uint64_t active = 1, create_and_go = 4, create_and_wait = 5, destroy = 6;
/// dot1dStpPortEnable.
inline constexpr std::uint64_t stp_enabled = 1, stp_disabled = 2;
SnmpName instance(SnmpName column, unsigned long index);
}  // namespace bridge_mib

struct BridgeTables {
  VlanTable vlans;
  std::map<std::string, std::uint32_t> port_of;  ///< bridge port by the name or the number of its interface
  std::map<std::uint32_t, unsigned long> interface_of;  ///< ifIndex of each bridge port
  std::map<std::uint32_t, bool> stp;  ///< whether STP is on; no entry: the switch has no STP
  std::size_t list_octets = 0;        ///< length of its PortLists
};

/// Refuses a switch that has no Q-BRIDGE-MIB.
Result<BridgeTables> read_bridge_tables(SnmpSession& session, const std::string& switch_name);

/// The bridge port of each interface. Names those that the bridge does not have.
Result<std::vector<std::uint32_t>> find_bridge_ports(const BridgeTables& tables,
                                                     const std::vector<std::string>& interfaces,
                                                     const std::string& switch_name);

/// Ports between switches on which STP is on: it would block links that the trees use.
std::vector<std::uint32_t> trunk_ports_with_stp(const BridgeTables& tables, const std::vector<VlanPort>& plan,
                                                const std::vector<std::uint32_t>& bridge_ports);
/// One problem for each of them, with the port's interface and the reason.
Problems check_stp(const BridgeTables& tables, const std::vector<VlanPort>& plan,
                   const std::vector<std::string>& interfaces, const std::string& switch_name);

}  // namespace ebb::inline fabric
