// Checks the brackets, dots and quotes of a TOML text before it is parsed. The parser is recursive, assumes
// that section headers contain a name, and fails on accented letters outside of quotes. This check keeps all
// three from ending the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/problem.hpp"

namespace ebb::inline config {

/// No setting of ebb is nested nearly as deep.
inline constexpr int deepest_nesting = 32;

/// Returns what is wrong with `text` in these respects. Everything else is left to the parser.
std::optional<Problem> check_before_parsing(std::string_view text, const std::string& name);

}  // namespace ebb::inline config
