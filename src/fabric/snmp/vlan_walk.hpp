// Follows the frames of hosts through the VLANs of managed switches, as IEEE 802.1Q forwards them before
// anything is learnt: a frame gets the PVID of its port and leaves by all other ports of its VLAN.
#pragma once

#include <cstdint>
#include <vector>

#include "base/problem.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/snmp/vlan_table.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct VlanWalkReport {
  std::uint64_t pairs = 0, delivered = 0;  ///< ordered pairs of hosts; those whose frame arrives, once
  std::uint32_t longest_path = 0;          ///< switches
  Problems problems;                       ///< the first few
};

/// The programs are those of vlan_program.hpp, `ports` the bridge ports of each switch's local ports. `on`
/// has every port of a switch whose cable carries frames; empty: all do. A pair is checked only where
/// `promised`, a number per switch, is the same for both switches; empty: all pairs are.
VlanWalkReport walk_vlans(const Network& network, const std::vector<SwitchProgram>& programs,
                          const std::vector<std::vector<std::uint32_t>>& ports,
                          const std::vector<bool>& on = {}, const std::vector<SwitchId>& promised = {});

/// VLANs of anybody that close a loop over cables of the plan: a broadcast would circulate in them.
Problems looped_vlans(const Network& network, const std::vector<VlanTable>& tables,
                      const std::vector<std::vector<std::uint32_t>>& ports);

}  // namespace ebb::inline fabric
