// What a parser of TOML complains of, in the words of this program.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline config {

/// The parser's "Error while parsing string: encountered end-of-file" is "the file ends within a text".
std::string in_own_words(std::string_view complaint);

}  // namespace ebb::inline config
