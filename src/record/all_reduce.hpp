// All-reduce: each member gets the sum of what all have.
#pragma once

#include "record/algorithm.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// `how` is recursive_doubling; linear, to the first member and back; ring, with at least one element for
/// each member; or rabenseifner, with at least one for each of the largest power of two of members. `bytes`
/// is a multiple of `element`, and elements are never divided.
void all_reduce(Algorithm how, std::uint32_t members, std::int64_t bytes, std::int64_t element,
                const RoundSink& sink);

}  // namespace ebb::inline record
