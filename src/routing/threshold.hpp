// A threshold in bytes times hops, as adaptive routings compare a detour with the straight way.
#pragma once

#include "base/problem.hpp"
#include "base/ranges.hpp"
#include "base/units.hpp"

namespace ebb::inline routing {

inline constexpr Range<Bytes> threshold_range{{0}, {1 << 30}};

/// Problems of a field named "threshold".
Problems check_threshold(Bytes threshold);

}  // namespace ebb::inline routing
