// From the VLANs of a switch's ports in the plan to the steps that configure them on the real one.
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/snmp/vlan_rollout.hpp"
#include "network/network.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline fabric {

struct SwitchVlans {
  std::string name;
  std::vector<std::string> interfaces;  ///< of each local port of the plan: ifName, ifDescr or ifIndex
  std::vector<VlanPort> ports;          ///< of each local port
};

/// Reads the switch and compares it with the plan. Refuses ports between switches with STP on, unless the
/// steps may switch it off there (`stp_off`).
Result<SwitchVlanSteps> plan_switch_vlans(const SwitchVlans& wanted, SnmpSession& session, bool stp_off);

}  // namespace ebb::inline fabric
