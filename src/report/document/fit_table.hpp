// A table of text that is wider than the terminal, made to fit: long texts in its cells are broken between
// words, and where that is not enough, its columns stand in blocks, each of which begins with the first one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline report {

/// Where a column of the table stands, in characters.
struct TextSpan {
  std::size_t from = 0, to = 0;
};

/// How many characters a terminal shows: UTF-8 has several bytes for some.
std::size_t shown_width(std::string_view line);
/// The bytes of a line from one character to another.
std::string_view part_of(std::string_view line, std::size_t from, std::size_t to);

/// `lines` are the headings, the rule of dashes below them, and the rows.
std::string fitted_table(const std::vector<std::string_view>& lines, const std::vector<TextSpan>& columns,
                         std::size_t width);

}  // namespace ebb::inline report
