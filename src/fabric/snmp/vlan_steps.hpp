// The changes that bring a switch from its VLAN table to the wanted one, in order, each with its undo.
//
// A switch writes one row at a time, so the order keeps frames in trees at every moment, also between
// switches that take the same phase one after the other:
//   withdraw  ports between switches leave rows (VLAN 1, changed trees): fewer ports make no loop
//   create    new VLANs, which no frame uses yet
//   grow      ports join rows that changed
//   stp_off   STP goes off where the trees need all links, once no other VLAN is left there
//   pvid      hosts' frames move to their new VLAN
//   remove    VLANs that no frame uses any more; hosts leave those of others
// New trees in new VLAN numbers only create, set PVIDs and remove: every frame travels in one whole tree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/snmp/snmp_session.hpp"
#include "fabric/snmp/vlan_table.hpp"

namespace ebb::inline fabric {

enum class VlanPhase : std::uint8_t { withdraw, create, grow, stp_off, pvid, remove };
inline constexpr VlanPhase vlan_phases[] = {VlanPhase::withdraw, VlanPhase::create, VlanPhase::grow,
                                            VlanPhase::stp_off,  VlanPhase::pvid,   VlanPhase::remove};

/// SNMP requests, one after the other.
using SnmpRequests = std::vector<std::vector<SnmpSetting>>;

struct VlanStep {
  VlanPhase phase = VlanPhase::create;
  std::string what;  ///< "create VLAN 4: ports 1-3, untagged 1"
  SnmpRequests requests;
  SnmpRequests otherwise;          ///< the same with createAndWait, for switches that refuse createAndGo
  std::vector<SnmpSetting> after;  ///< what the switch reports once it is done
  SnmpRequests undo;
  SnmpRequests undo_otherwise;
  std::vector<SnmpSetting> before;  ///< what it reports before, and again after the undo
};

/// `stp_off` are ports on which STP is on and must go off. PortLists are written with so many octets.
std::vector<VlanStep> vlan_steps(const VlanTable& now, const VlanTable& wanted,
                                 const std::vector<std::uint32_t>& stp_off, std::size_t list_octets);

}  // namespace ebb::inline fabric
