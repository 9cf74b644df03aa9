// A threshold in bytes times hops, by which adaptive routings compare a detour with the minimal path.
#pragma once

#include "base/problem.hpp"
#include "base/ranges.hpp"
#include "base/units.hpp"

namespace ebb::inline routing {

inline constexpr Range<Bytes> threshold_range{{0}, {1 << 30}};

/// Returns the problems of a field named "threshold".
Problems check_threshold(Bytes threshold);

}  // namespace ebb::inline routing
