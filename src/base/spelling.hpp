// "Did you mean": the nearest of the valid names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline base {

/// The name with the fewest edits (insert, delete, replace, swap) from `typed`, or one that begins with it,
/// or one with such a part; empty when there is none.
std::string nearest(std::string_view typed, const std::vector<std::string>& names);

/// The nearest names, at most so many.
std::vector<std::string> nearest_names(std::string_view typed, std::vector<std::string> names,
                                       std::size_t most);

/// A hint for an unknown name: the nearest one, if any, and the list of all; of a long list the nearest
/// three.
std::string name_hint(std::string_view typed, const std::vector<std::string>& names);

}  // namespace ebb::inline base
