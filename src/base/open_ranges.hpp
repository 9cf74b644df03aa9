// Ranges of shares whose ends have no meaning. A range has both its ends in it, so it begins a little beyond.
#pragma once

#include "base/ranges.hpp"

namespace ebb::inline base {

/// More than nothing, and less than all.
inline constexpr Range<double> a_part{1e-6, 0.999999};
/// More than nothing.
inline constexpr Range<double> some_share{1e-6, 1};

}  // namespace ebb::inline base
