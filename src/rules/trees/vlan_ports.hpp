// The VLANs of every port of a switch as configured on a managed switch (IEEE 802.1Q): the VLAN of untagged
// frames that come in (PVID), and the VLANs whose frames leave with a tag and without one.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline rules {

struct VlanPort {
  bool to_host = false;
  std::uint16_t pvid = 0;  ///< 0: untagged frames are not expected here
  std::vector<std::uint16_t> tagged, untagged;

  bool operator==(const VlanPort&) const = default;
};

/// Steps 3, 4 and 6, one entry per local port: a host's port has its switch's v_i as PVID and is an untagged
/// member of all VLANs; a port to a switch is a tagged member of the VLANs whose tree has its trunk. VLAN v
/// of the trees has the number first_vlan + v.
std::vector<VlanPort> vlan_ports(const Network& network, const Trunks& trunks, const VlanTrees& trees,
                                 SwitchId s, std::uint16_t first_vlan);

}  // namespace ebb::inline rules
