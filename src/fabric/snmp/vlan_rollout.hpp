// Carries out the steps of several managed switches, phase by phase. All of them, or none: where one is
// refused, the steps before it are undone, the last first.
//
// A reply may be lost after its request was carried out, and a switch may carry out half of a request that it
// refuses. So success and failure are decided by reading the objects again, not by the reply.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/snmp/snmp_session.hpp"
#include "fabric/snmp/vlan_steps.hpp"

namespace ebb::inline fabric {

struct SwitchVlanSteps {
  std::string name;
  SnmpSession* session = nullptr;  ///< the caller's
  std::vector<VlanStep> steps;     ///< in the order of their phases
};

struct VlanRollout {
  enum class End : std::uint8_t {
    applied,  ///< every switch has its new table
    undone,   ///< every switch has its old table again
    partial,  ///< a switch could not be brought back: `left` names what is between the two
  };
  End end = End::applied;
  Problems problems;              ///< why it is not `applied`
  std::vector<std::string> left;  ///< "s1: create VLAN 4: …": steps whose undo failed
};

/// `drain` waits until frames on their way have arrived. It is called when no host sends any more in the
/// VLANs that are removed next: the old ones, or, in an undo, the new ones. It may be empty.
VlanRollout roll_out_vlans(const std::vector<SwitchVlanSteps>& switches,
                           const std::function<void()>& drain = {});

}  // namespace ebb::inline fabric
