// All-reduce: each member gets the sum of what all have.
#pragma once

#include "record/algorithm.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// `how` is recursive_doubling; linear, to the first member and back; ring, with an element for each member
/// at least; or rabenseifner, with one for each of the largest power of two of members at least. `bytes` are
/// whole elements of `element` bytes, which are never divided.
void all_reduce(Algorithm how, std::uint32_t members, std::int64_t bytes, std::int64_t element,
                const RoundSink& sink);

}  // namespace ebb::inline record
