// Refuses numbers outside the ranges that their fields state.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "base/problem.hpp"

namespace ebb::inline base {

/// Adds a problem for the first number in `value` that is out of range. `where` names it.
template <class T>
void check_range(const T& value, const Range<Innermost<T>>& range, const std::string& where,
                 Problems& problems) {
  if constexpr (Ranged<T>) {
    if (!range.holds(value))
      problems.push_back({where,
                          fmt::format("is {}, but must be from {}", bare_text(value), range_text(range)),
                          "docs/reference/config.md gives the range of every key"});
  } else if constexpr (requires { value.given; }) {
    if (value.given) check_range(value.value, range, where + ".value", problems);
  } else if constexpr (Ranged<Innermost<T>>) {
    const std::size_t before = problems.size();
    for (std::size_t i = 0; i < value.size() && problems.size() == before; ++i)
      check_range(value[i], range, fmt::format("{}[{}]", where, i), problems);
  }
}

/// Returns `found`, the result of the object's own check, and the numbers out of range that `found` does not
/// mention: a check gives better reasons than a range. A default may be out of range: it means "not given".
template <class C>
Problems with_ranges(const C& object, Problems found) {
  const C usual{};
  const std::size_t said = found.size();
  for_each_field<C>([&](const auto& f) {
    const bool is_known = std::any_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(said),
                                      [&](const Problem& p) { return p.where.starts_with(f.name); });
    if (is_known) return;
    if constexpr (requires { object.*f.member == usual.*f.member; })
      if (object.*f.member == usual.*f.member) return;
    check_range(object.*f.member, f.range, std::string(f.name), found);
  });
  return found;
}

}  // namespace ebb::inline base
