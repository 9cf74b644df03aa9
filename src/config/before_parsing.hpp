// A look at the brackets, dots and quotes of a TOML text before it is parsed. The parser works by recursion,
// trusts section headers to hold a name, and stumbles over accented letters outside of quotes; this keeps all
// three from ending the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/problem.hpp"

namespace ebb::inline config {

/// No setting of ebb is nearly as deep.
inline constexpr int deepest_nesting = 32;

/// What is wrong with `text` in these ways; everything else is left to the parser to judge.
std::optional<Problem> check_before_parsing(std::string_view text, const std::string& name);

}  // namespace ebb::inline config
