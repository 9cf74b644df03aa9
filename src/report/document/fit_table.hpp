// Fits a text table to the terminal's width. Long texts in its cells are broken between words. Where that is
// not enough, its columns are split into blocks, each of which begins with the first column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline report {

/// The position of a column in characters.
struct TextSpan {
  std::size_t from = 0, to = 0;
};

/// Returns the number of characters that a terminal shows. Some have several bytes in UTF-8.
std::size_t shown_width(std::string_view line);
/// Returns the bytes of a line from one character to another.
std::string_view part_of(std::string_view line, std::size_t from, std::size_t to);

/// `lines` are the headings, the rule of dashes below them, and the rows.
std::string fitted_table(const std::vector<std::string_view>& lines, const std::vector<TextSpan>& columns,
                         std::size_t width);

}  // namespace ebb::inline report
