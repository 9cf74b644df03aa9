// VLANs for several trees on one network (Koibuchi, section III.B): t_i is the tree of all paths from switch
// i; frames of its hosts travel in a VLAN that contains t_i. A VLAN must not contain a loop, in which layer 2
// would forward a broadcast forever.
//
// The paper's steps reuse a VLAN only if it already contains the whole tree. Trees that overlap without a
// loop may share one too, and a tree may come after a smaller one that it contains: pack_trees() finds fewer
// VLANs where possible.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline rules {

/// Two paths from one switch that enter another one, `meet`, from different neighbours; given by their ends.
struct PathParting {
  SwitchId source = 0, meet = 0, one = 0, other = 0;
};
std::vector<PathParting> partings(const Network& network, const PathSet& paths);

/// t_i of every switch with hosts. Paths that are in no single tree are refused: the problem names the two
/// paths that diverge and meet again.
struct SourceTree {
  SwitchId source = 0;
  TrunkSet trunks;
};
Result<std::vector<SourceTree>> source_trees(const Network& network, const Trunks& trunks,
                                             const PathSet& paths);

struct VlanTrees {
  std::vector<TrunkSet> vlans;           ///< the trunks of each; none closes a loop
  std::vector<std::uint32_t> of_switch;  ///< v_i, an index into vlans; no_id for a switch without hosts
  std::uint32_t at_least = 0;            ///< lower bound of VLANs for these trees

  bool proven_least() const { return vlans.size() == at_least; }
  /// How many trees are in them.
  std::size_t size() const {
    return of_switch.size() - static_cast<std::size_t>(std::count(of_switch.begin(), of_switch.end(), no_id));
  }
};

/// Lower bound: a VLAN without a loop has fewer trunks than there are switches, and together they have all
/// trunks of the trees.
std::uint32_t fewest_by_trunks(const Trunks& trunks, const std::vector<SourceTree>& trees);

/// The six steps as printed, switch by switch.
VlanTrees assign_first_fit(const Trunks& trunks, const std::vector<SourceTree>& trees);
/// The fewest VLANs that a search of so many tries finds; never more than by the six steps.
VlanTrees pack_trees(const Trunks& trunks, const std::vector<SourceTree>& trees,
                     std::uint64_t most_tries = 200'000);

/// Checks that all paths are in: the layer-2 path from i to j in v_i is the path from i to j.
Problems check_vlan_trees(const Trunks& trunks, const PathSet& paths, const VlanTrees& trees);

/// VLAN numbers are 1 to 4,094; cheap switches hold fewer at a time (Koibuchi's: 1,024).
inline constexpr std::uint32_t highest_vlan = 4094, usual_most_vlans = 1024;
struct VlanLimits {
  std::uint32_t first_vlan = 1, most_vlans = highest_vlan;
};
Problems check_vlan_limits(const VlanTrees& trees, VlanLimits limits);
/// `vlans` is a number, or text that it is the minimum.
Problem too_many_vlans(std::size_t trees, const std::string& vlans, VlanLimits limits);

/// The trunks of a VLAN by switch, so that a path search does not scan those of others.
class VlanTrunks {
 public:
  VlanTrunks(const Trunks& trunks, const TrunkSet& vlan);
  /// Returns the trunk by which a frame leaves switch s for each other switch; no_id where the VLAN does not
  /// lead. A tree has one path only.
  std::vector<TrunkId> next(SwitchId s) const;

 private:
  const Trunks& trunks_;
  std::vector<std::vector<TrunkId>> of_switch_;
};

/// True when these trunks, each listed once, contain a loop.
bool closes_loop(const Trunks& trunks, const std::vector<TrunkId>& list);
bool closes_loop(const Trunks& trunks, const TrunkSet& set);

}  // namespace ebb::inline rules
