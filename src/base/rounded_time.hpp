// A time rounded for people.
#pragma once

#include <string>

#include "base/units.hpp"

namespace ebb::inline base {

/// Three digits in the largest unit that gives at least 1: "24.6 ms".
std::string rounded_text(Picoseconds time);

}  // namespace ebb::inline base
