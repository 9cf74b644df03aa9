// What `ebb plan size` is asked.
#pragma once

#include <cstdint>

namespace ebb::inline planner {

/// `bisection` is the share of what uniform traffic puts across the even cut, and up from
/// an access switch, when all hosts send at full rate.
struct SizeQuestion {
  std::int64_t hosts = 0, ports = 0;  ///< ports of a switch
  double bisection = 1;
  std::int64_t least_levels = 2, most_levels = 4;  ///< of a Clos
  bool rules = true;                               ///< whether to count them, which takes a second
};

}  // namespace ebb::inline planner
