// Reads TOML into a tree of nodes. Any bytes give either a tree or problems with a position and a reason.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "config/node.hpp"

namespace ebb::inline config {

/// A larger file is no configuration. Refusing it early keeps a mistake from filling the memory.
inline constexpr std::size_t largest_config = 1u << 20;

/// Returns the bytes of a regular file, or what is wrong with it (missing, a directory, unreadable, too
/// large).
Result<std::string> read_text_file(const std::string& path, std::size_t limit);

Result<Node> parse_toml(std::string_view text, const std::string& name);
Result<Node> read_toml(const std::string& path);

}  // namespace ebb::inline config
