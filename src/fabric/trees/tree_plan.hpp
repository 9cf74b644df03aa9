// A network as several VLAN trees, from its paths to what its switches are loaded with.
#pragma once

#include <vector>

#include "fabric/openflow/program.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline fabric {

struct TreePlan {
  Trunks trunks;
  std::vector<std::uint32_t> links;  ///< in use, of each trunk
  PathSet paths;
  std::vector<SourceTree> trees;
  std::uint32_t by_first_fit = 0;  ///< VLANs that the six steps take
  VlanTrees vlans;
  /// Channels that can wait for each other in a circle when pause frames are on, each for the next.
  std::vector<std::string> cycle;
};

/// A plan has a path for each two switches, and says of each trunk whether it is in a tree. Nobody should
/// wait for that until the memory is gone.
Problems check_tree_size(const Network& network);

/// The plan of the settings, proven: every path is the way that its VLAN takes. Problems name the setting, or
/// the line of a file of paths.
Result<TreePlan> make_tree_plan(const Network& network, const TreesSettings& settings);
/// The same with links and paths that somebody else chose.
Result<TreePlan> make_tree_plan(const Network& network, std::vector<std::uint32_t> links, PathSet paths,
                                TreePacking packing = TreePacking::least, VlanLimits limits = {});

/// Versions of the tables that live side by side have VLANs of their own, apart from those of other tables.
inline constexpr std::uint32_t most_trees_of_version = 900;
constexpr std::uint16_t first_vlan_of_slot(std::uint32_t slot) {
  return static_cast<std::uint16_t>(2 + slot * most_trees_of_version);
}

/// What the switches are loaded with: a host's frame gets the VLAN of its switch's tree (PVID), travels by
/// it, and loses the tag at the destination's port (untagged member). Between two switches the sources share
/// the links in use. Rules stand where `stamped_programs` puts those of a version, so that a rollout moves
/// traffic from any tables to these and back.
std::vector<SwitchProgram> tree_programs(const Network& network, const TreePlan& plan,
                                         const AddressPlan& addresses, const ProgramOptions& options,
                                         std::uint32_t slot, std::uint16_t first_vlan);

}  // namespace ebb::inline fabric
