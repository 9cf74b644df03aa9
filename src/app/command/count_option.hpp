// Options with a whole number, read as typed: the parser library takes -5 for a huge number.
#pragma once

#include <cstdint>
#include <string>

#include "app/command/command.hpp"
#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"

namespace ebb::inline app {

/// Reads "20". `example` is a valid value for the hint.
inline Result<std::uint64_t> read_count_option(const std::string& option, const std::string& text,
                                               const std::string& example) {
  if (const auto number = parsed_number<std::uint64_t>(text)) return *number;
  return Problem{option, "is \"" + text + "\", but must be a whole number, 0 or more",
                 "for example: " + option + " " + example};
}

}  // namespace ebb::inline app
