// Cuts a network along its own structure: into ranges of switches with about as many ports each, whose ends
// are those of whole dimensions, groups or pods where that is nearly as even.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/model/network_state.hpp"

namespace ebb::inline engine {

/// A range of switches of one kind, and how many of them belong together: from its start on, each multiple of
/// such a number ends a whole row, plane, group or pod. Ascending; the first is always 1.
struct Level {
  SwitchRange range;
  std::vector<SwitchId> units;
};

/// The levels of a folded Clos or a tree; everything else is one level.
std::vector<Level> structure_of(const Network& network);

/// The end of each of `pieces` ranges, in ascending order; the last one is that of the level. No range is
/// more than `unevenness` of its fair share larger than that because of the structure. (Ranges may be empty
/// when there are more pieces than switches.)
std::vector<SwitchId> cut_into_ranges(const Network& network, const Level& level, std::size_t pieces,
                                      double unevenness);

/// Which of the ranks gets each switch: in each level a range, so that pods and subtrees stay together.
std::vector<std::uint16_t> share_among_ranks(const Network& network, std::size_t ranks);

/// Cables whose ends are on different ranks.
std::uint64_t cables_between(const Network& network, const std::vector<std::uint16_t>& rank_of);

}  // namespace ebb::inline engine
