// All-to-all: a part from each member to each. The part from a to b begins at (a x members + b) x bytes.
#pragma once

#include "record/algorithm.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// `how` is linear, pairwise or bruck.
void all_to_all(Algorithm how, std::uint32_t members, std::int64_t bytes, const RoundSink& sink);

/// The sizes of pairs differ, and messages have no byte ranges: linear or pairwise.
using PairSize = std::function<std::int64_t(std::uint32_t from, std::uint32_t to)>;
void all_to_all_sizes(Algorithm how, std::uint32_t members, const PairSize& size, const RoundSink& sink);

}  // namespace ebb::inline record
