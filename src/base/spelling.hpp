// "Did you mean": the nearest of the valid names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline base {

/// The name with the fewest edits (insert, delete, replace, swap) from `typed`, or one that begins with it;
/// empty when there is none.
std::string nearest(std::string_view typed, const std::vector<std::string>& names);

/// A hint for an unknown name: the nearest one, if any, and the list of all.
std::string name_hint(std::string_view typed, const std::vector<std::string>& names);

}  // namespace ebb::inline base
