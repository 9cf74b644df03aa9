// A network as several VLAN trees: the cables in use, the paths over them, and the VLANs that hold the paths.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline rules {

enum class TreePacking : std::uint8_t { least, first_fit };
constexpr auto names_of(TreePacking) { return std::array<std::string_view, 2>{"least", "first_fit"}; }

/// The cables in use and the path between each two switches: everything that decides where a frame goes. The
/// rules of real switches and the routing of a simulation are made from it.
struct TreePaths {
  Trunks trunks;                     ///< of each, the cables in use come first
  std::vector<std::uint32_t> links;  ///< the number in use of each trunk
  PathSet paths;

  /// The ports in use of a trunk at one of its ends.
  std::span<const PortId> ports_in_use(SwitchId s, TrunkId t) const {
    return std::span(trunks[t].ports_of(s)).first(links[t]);
  }
  /// The trunks with a cable in use.
  TrunkSet trunks_on() const;
  /// The cables that are off, each by one of its ports.
  std::vector<PortId> cables_off() const;
};

/// All cables, and the paths of a rule.
TreePaths all_tree_paths(const Network& network, PathRule rule);

struct TreePlan : TreePaths {
  std::vector<SourceTree> trees;
  std::uint32_t by_first_fit = 0;  ///< number of VLANs by the six steps (first fit)
  VlanTrees vlans;
  /// Channels in a possible deadlock cycle when pause frames are on: each can wait for the next.
  std::vector<std::string> cycle;
};

/// Checks the size of a plan: it has a path for each pair of switches, and a flag for each trunk and tree. A
/// network that is too large would run out of memory.
Problems check_tree_size(const Network& network);

/// Makes the plan of these paths, and proves that every path is the path of its VLAN.
Result<TreePlan> make_tree_plan(const Network& network, TreePaths paths,
                                TreePacking packing = TreePacking::least, VlanLimits limits = {});
/// The same with the first links of each trunk in use.
Result<TreePlan> make_tree_plan(const Network& network, std::vector<std::uint32_t> links, PathSet paths,
                                TreePacking packing = TreePacking::least, VlanLimits limits = {});

}  // namespace ebb::inline rules
