// A number with its noun, for messages and tables.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ebb::inline base {

/// "1 point", "2 points", "3 searches"; without `many` an s is added.
inline std::string counted(std::uint64_t number, std::string_view one, std::string_view many = "") {
  if (number != 1 && many.empty()) return fmt::format("{} {}s", number, one);
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

}  // namespace ebb::inline base
