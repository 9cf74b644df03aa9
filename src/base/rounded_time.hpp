// A time for people, who need no picoseconds of a second.
#pragma once

#include <string>

#include "base/units.hpp"

namespace ebb::inline base {

/// Four digits in the largest unit that leaves something before the point: "3.001ms".
std::string rounded_text(Picoseconds time);

}  // namespace ebb::inline base
