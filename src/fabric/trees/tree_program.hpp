// The programs of switches that forward by VLAN trees.
#pragma once

#include <vector>

#include "fabric/openflow/program.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"
#include "rules/trees/tree_plan.hpp"

namespace ebb::inline fabric {

/// Versions of the tables that are loaded side by side have their own VLANs, separate from those of other
/// tables.
inline constexpr std::uint32_t most_trees_of_version = 900;
constexpr std::uint16_t first_vlan_of_slot(std::uint32_t slot) {
  return static_cast<std::uint16_t>(2 + slot * most_trees_of_version);
}

/// The programs of the switches: a host's frame gets the VLAN of its switch's tree (PVID), follows it, and
/// loses the tag at the destination's port (untagged member). Between two switches, sources are distributed
/// over the links in use. Rules are in the same tables as those of `stamped_programs`, so that a rollout can
/// move traffic from any tables to these and back.
std::vector<SwitchProgram> tree_programs(const Network& network, const TreePlan& plan,
                                         const AddressPlan& addresses, const ProgramOptions& options,
                                         std::uint32_t slot, std::uint16_t first_vlan);

}  // namespace ebb::inline fabric
