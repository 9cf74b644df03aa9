// Removes blanks around words.
#pragma once

#include <string_view>

namespace ebb::inline base {

/// Returns the text without the characters of `blank` at either end.
constexpr std::string_view trimmed(std::string_view text, std::string_view blank = " \t\r") {
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}
/// The same for a cell of a CSV file, which may have quotation marks.
constexpr std::string_view trimmed_cell(std::string_view text) { return trimmed(text, " \t\r\""); }

}  // namespace ebb::inline base
