// A threshold in bytes times hops, as adaptive routings compare a detour with the straight way.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline routing {

/// Problems of a field named "threshold".
Problems check_threshold(Bytes threshold);

}  // namespace ebb::inline routing
