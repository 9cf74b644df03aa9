// What `ebb plan size` is asked.
#pragma once

#include <cstdint>

namespace ebb::inline planner {

/// `bisection` is the share of uniform traffic, all hosts sending at full rate, that the network carries: its
/// ideal throughput. No cut is thinner than that: not the even one, nor the uplinks of an access switch.
struct SizeQuestion {
  std::int64_t hosts = 0, ports = 0;  ///< ports of a switch
  double bisection = 1;
  std::int64_t least_levels = 2, most_levels = 4;  ///< of a Clos
  bool rules = true;                               ///< whether to count them, which takes a second
};

}  // namespace ebb::inline planner
