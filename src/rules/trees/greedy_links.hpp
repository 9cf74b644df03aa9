// Few links for networks that are too large for the search: trees over more and more of the busiest trunks.
#pragma once

#include "rules/trees/tree_state.hpp"

namespace ebb::inline rules {

/// From this number of switches on, a step of the search takes too long.
inline constexpr std::uint32_t too_many_to_search = 150;

/// Brings `state` to the lightest of about twenty sets of trees: shortest paths in one tree of light trunks
/// and a number of the trunks that are busiest when all are on. 500 switches take seconds.
const TreeState& take_greedy_trees(TreeState& state, const Trunks& trunks);

}  // namespace ebb::inline rules
