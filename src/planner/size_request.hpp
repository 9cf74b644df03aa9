// The input of `ebb plan size`.
#pragma once

#include <cstdint>

namespace ebb::inline planner {

/// `bisection` is the fraction of uniform traffic, all hosts sending at full rate, that the network carries:
/// its ideal throughput. No cut carries less: neither the bisection nor the uplinks of an access switch.
struct SizeRequest {
  std::int64_t hosts = 0, ports = 0;  ///< ports of a switch
  double bisection = 1;
  std::int64_t least_levels = 2, most_levels = 4;  ///< of a Clos
  double copper_metres = 5;                        ///< reach of copper between switches
  bool rules = true;                               ///< whether to count them, which takes a second
};

}  // namespace ebb::inline planner
