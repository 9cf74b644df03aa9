// Fits text to the terminal's width. In a wider table, long texts are broken between words, and if that is
// not enough, the table is split into blocks of columns (fit_table.hpp). Long lines of prose are broken
// between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ebb::inline report {

/// Tables are recognised by the rule under their headings, as to_text() draws it.
std::string fitted(std::string_view text, std::size_t width);

}  // namespace ebb::inline report
