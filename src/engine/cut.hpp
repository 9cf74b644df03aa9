// Cuts a network along its own structure: into ranges of switches with about as many ports each, whose ends
// are those of whole dimensions, groups or pods where that is nearly as even.
#pragma once

#include <cstddef>
#include <vector>

#include "network/network.hpp"

namespace ebb {

/// The end of each of `pieces` ranges, in ascending order; the last one is that of the network. No range is
/// more than `unevenness` of its fair share larger than that because of the structure. (Ranges may be empty
/// when there are more pieces than switches.)
std::vector<SwitchId> cut_into_ranges(const Network& network, std::size_t pieces, double unevenness);

/// Switches that belong together, smallest sets first: a range that begins and ends at multiples of one of
/// these contains whole ones. Numbers of switches, ascending; the first is always 1.
std::vector<SwitchId> structure_of(const Network& network);

}  // namespace ebb
