// Rewrites the messages of the TOML parser for users.
#pragma once

#include <string>
#include <string_view>

namespace ebb::inline config {

/// The parser's "Error while parsing string: encountered end-of-file" becomes "the file ends within a text".
std::string in_own_words(std::string_view complaint);

}  // namespace ebb::inline config
