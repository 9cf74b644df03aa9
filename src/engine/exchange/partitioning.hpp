// Partitions a network along its own structure, into ranges of switches with about as many ports each. A
// range ends with a whole dimension, group or pod where that is nearly as even.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/model/network_state.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// A range of switches of one kind, and the sizes of its groups: from its start on, each multiple of such a
/// size ends a whole row, plane, group or pod. The sizes ascend; the first is always 1.
struct Level {
  SwitchRange range;
  std::vector<SwitchId> units;
};

/// Returns the levels of a folded Clos or a tree; everything else is one level.
std::vector<Level> structure_of(const Network& network);

/// Returns the end of each of `pieces` ranges, in ascending order; the last one is the end of the level.
/// Following the structure makes no range larger than its fair part by more than `unevenness` of it. Ranges
/// may be empty when there are more pieces than switches.
std::vector<SwitchId> cut_into_ranges(const Network& network, const Level& level, std::size_t pieces,
                                      double unevenness);

/// Returns the rank of each switch. A rank gets a range in each level, so that pods and subtrees stay
/// together.
std::vector<std::uint16_t> partition_among_ranks(const Network& network, std::size_t ranks);

/// Returns the number of cables whose ends are on different ranks.
std::uint64_t cables_between(const Network& network, const std::vector<std::uint16_t>& rank_of);

}  // namespace ebb::inline engine
