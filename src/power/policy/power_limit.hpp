// The power that a policy is allowed, as its user states it.
#pragma once

#include <string>

#include "base/units.hpp"

namespace ebb::inline power {

struct PowerLimit {
  double share = 0;    ///< of the power of all channels at full rate; 0: `watts` states it
  Watts watts{};       ///< of all channels together
  std::string device;  ///< whose power of a port at each rate is counted; empty: in proportion to the rate
};

}  // namespace ebb::inline power
