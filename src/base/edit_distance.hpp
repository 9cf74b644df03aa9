// The edit distance of two words.
#pragma once

#include <cstddef>
#include <string_view>

namespace ebb::inline base {

/// The fewest edits (insert, delete, replace, swap) that lead from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace ebb::inline base
