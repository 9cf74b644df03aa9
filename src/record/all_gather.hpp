// All-gather: each member's part goes to all. Part i begins at i x bytes.
#pragma once

#include "record/algorithm.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// `how` is ring, recursive_doubling, bruck or neighbour_exchange. Recursive doubling needs a power of two of
/// members, otherwise Bruck's algorithm is used. The neighbour exchange needs an even number, otherwise a
/// ring is used.
void all_gather(Algorithm how, std::uint32_t members, std::int64_t bytes, const RoundSink& sink);

/// Recursive doubling for any number of members, numbered from `root`. `parts` are the begins of the parts,
/// and the end of the last. Where a half is not full, members without a partner get the data from those with
/// one.
void all_gather_parts(std::uint32_t members, std::uint32_t root, const std::vector<std::int64_t>& parts,
                      const RoundSink& sink);

}  // namespace ebb::inline record
