// A plain number in a text, without a unit; quantity.hpp reads those with one.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ebb::inline base {

/// Returns the number that the whole text is; nothing for other texts, and for "nan".
template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>)
    if (value != value) return std::nullopt;
  return value;
}

}  // namespace ebb::inline base
