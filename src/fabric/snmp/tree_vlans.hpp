// VLAN trees for switches that learn nothing of trunks: two links between switches would be a loop in a VLAN,
// so a VLAN uses one link of each trunk. To use all links, each tree has a copy per link, and the hosts of a
// switch are distributed over the copies of its tree. With single links this is Koibuchi's assignment.
#pragma once

#include <cstdint>
#include <vector>

#include "base/problem.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "network/network.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/vlan_ports.hpp"

namespace ebb::inline fabric {

/// The copies of every tree: as many as the widest trunk has links in use, and no more than a switch has
/// hosts to send in them.
std::uint32_t tree_copies(const Network& network, const TreePaths& plan);

/// The VLANs of each local port. Copy c of VLAN v is number first_vlan + v * copies + c and uses link c of
/// each trunk, counted round. A link that is off is in no VLAN.
std::vector<VlanPort> tree_vlan_ports(const Network& network, const TreePlan& plan, SwitchId s,
                                      std::uint16_t first_vlan);

/// The programs of all switches (vlan_program.hpp) as tables of a version. `ports` are the bridge ports of
/// each switch's local ports.
std::vector<SwitchProgram> tree_vlan_programs(const Network& network, const TreePlan& plan,
                                              const std::vector<std::vector<std::uint32_t>>& ports,
                                              std::uint32_t version, std::uint32_t slot);

/// Checks that a switch has numbers for the VLANs of two versions: both are there during a rollout.
Problems check_tree_copies(const Network& network, const TreePlan& plan, std::uint32_t most_vlans);

}  // namespace ebb::inline fabric
