// Text that fits a terminal: a table that is wider than it is broken into blocks of columns, each of which
// begins with the table's first column. Long lines of prose are broken between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ebb::inline report {

/// Tables are known by the rule under their headings, as to_text() draws it.
std::string fitted(std::string_view text, std::size_t width);

}  // namespace ebb::inline report
