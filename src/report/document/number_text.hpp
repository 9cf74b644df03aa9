// Readable numbers: thousands separators, and only significant digits.
#pragma once

#include <cstdint>
#include <string>

namespace ebb::inline report {

/// 32768 -> "32,768".
std::string grouped(std::int64_t value);

/// With the given decimals. A negative number gives as many as four significant digits need: "737,280",
/// "1.125".
std::string grouped(double value, int decimals);

}  // namespace ebb::inline report
