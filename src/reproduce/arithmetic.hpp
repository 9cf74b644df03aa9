// Arithmetic over numbers that a paper prints, as `implied = "6 * (6 - 1) / 2"` in papers/*.toml: what the
// paper's own numbers make of a value that it prints otherwise.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace ebb::inline reproduce {

/// The value of an expression of numbers, + - * / ^ and parentheses. Refuses what is none, what has no
/// operator, because a lone number would be typed in and not computed, and what is not finite.
Result<double> value_of_arithmetic(std::string_view text);

}  // namespace ebb::inline reproduce
