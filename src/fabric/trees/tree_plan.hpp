// A network as several VLAN trees, from its paths to the programs of its switches.
#pragma once

#include <vector>

#include "fabric/openflow/program.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline fabric {

struct TreePlan {
  Trunks trunks;
  std::vector<std::uint32_t> links;  ///< the number in use of each trunk
  PathSet paths;
  std::vector<SourceTree> trees;
  std::uint32_t by_first_fit = 0;  ///< number of VLANs by the six steps (first fit)
  VlanTrees vlans;
  /// Channels in a possible deadlock cycle when pause frames are on: each can wait for the next.
  std::vector<std::string> cycle;
};

/// Checks the size of a plan: it has a path for each pair of switches, and a flag for each trunk and tree. A
/// network that is too large would run out of memory.
Problems check_tree_size(const Network& network);

/// Makes the plan of the settings and proves that every path is the path of its VLAN. Problems name the
/// setting, or the line of a file of paths.
Result<TreePlan> make_tree_plan(const Network& network, const TreesSettings& settings);
/// The same with given links and paths.
Result<TreePlan> make_tree_plan(const Network& network, std::vector<std::uint32_t> links, PathSet paths,
                                TreePacking packing = TreePacking::least, VlanLimits limits = {});

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
