// A time for people, in a unit that fits it.
#pragma once

#include <string>

#include "base/units.hpp"

namespace ebb::inline base {

/// So many digits in the largest unit that gives at least 1: "24.6 ms".
std::string rounded_text(Picoseconds time, int digits = 3);

/// To the nanosecond, in the largest unit that gives at least 1: "20 us", "1.2345 ms".
std::string moment_text(Picoseconds time);

}  // namespace ebb::inline base
