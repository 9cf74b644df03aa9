// Options with a whole number, read as typed: the parser library takes -5 for a huge number.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "app/command/command.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"

namespace ebb::inline app {

/// Reads "20". `example` is a valid value for the hint.
inline Result<std::uint64_t> read_count_option(const std::string& option, const std::string& text,
                                               const std::string& example) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && stop == end) return number;
  return Problem{option, "is \"" + text + "\", but must be a whole number, 0 or more",
                 "for example: " + option + " " + example};
}

}  // namespace ebb::inline app
