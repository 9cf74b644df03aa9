// "Did you mean": the nearest of the valid names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline base {

/// The fewest edits (insert, delete, replace, swap) that lead from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name with the smallest edit distance from `typed`, or one that begins with it,
/// or one with such a part; empty when there is none.
std::string nearest(std::string_view typed, const std::vector<std::string>& names);

/// The nearest names, at most so many.
std::vector<std::string> nearest_names(std::string_view typed, std::vector<std::string> names,
                                       std::size_t most);

/// A hint for an unknown name: the nearest one, if any, and the list of all; of a long list the nearest
/// three.
std::string name_hint(std::string_view typed, const std::vector<std::string>& names);

}  // namespace ebb::inline base
