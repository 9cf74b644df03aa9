// Limits on the numbers of a network's parts.
#pragma once

#include "base/ranges.hpp"

namespace ebb::inline topology {

inline constexpr std::int64_t most_of_a_thing = usual_range<std::int64_t>().most;
inline constexpr Range<std::int64_t> one_or_more{1, most_of_a_thing}, two_or_more{2, most_of_a_thing},
    three_or_more{3, most_of_a_thing};

}  // namespace ebb::inline topology
