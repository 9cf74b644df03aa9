// Ranges of fractions without their meaningless ends. A Range includes both ends, so it begins a little
// beyond.
#pragma once

#include "base/ranges.hpp"

namespace ebb::inline base {

/// More than nothing, and less than all.
inline constexpr Range<double> a_part{1e-6, 0.999999};
/// More than nothing.
inline constexpr Range<double> some_share{1e-6, 1};

}  // namespace ebb::inline base
