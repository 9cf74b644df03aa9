// Numbers for people to read: thousands separators, and no more digits than are worth reading.
#pragma once

#include <cstdint>
#include <string>

namespace ebb::inline report {

/// 32768 -> "32,768".
std::string grouped(std::int64_t value);

/// With the given decimals, or, when negative, as many as four significant digits need: "737,280", "1.125".
std::string grouped(double value, int decimals);

}  // namespace ebb::inline report
