// The most links of a block that can sleep, by trying all choices: a proof, or a better upper bound than a
// spanning tree where there are too many of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/igp/igp_state.hpp"

namespace ebb::inline rules {

struct IgpOptimum {
  std::uint32_t at_most = 0;            ///< proved: no choice lets more links sleep
  std::optional<std::vector<bool>> on;  ///< a choice with more than `known` links asleep, and then the most
  std::uint64_t work = 0;
};

/// Looks for choices with more than `known` links asleep, from the most to the fewest, until the work is
/// done. A choice is not followed any further where a group of routers could not send, or receive, all of its
/// traffic. Leaves the block as it was.
IgpOptimum try_all_choices(IgpBlockState& state, std::uint32_t known, std::uint64_t most_work);

}  // namespace ebb::inline rules
