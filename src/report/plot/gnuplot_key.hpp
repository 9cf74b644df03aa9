// The key of a figure, drawn entry by entry below it. gnuplot's own key puts all entries into columns as wide
// as the longest of them. The resulting number of rows cannot be predicted, and figures were made smaller for
// rows that were then empty.
#pragma once

#include <string>

#include "report/document/chart.hpp"

namespace ebb::inline report {

/// Returns the number of text lines of the key.
std::size_t key_rows(const Chart& chart);

/// Its lines of the script. The last row is at the bottom of the picture.
std::string key_lines(const Chart& chart);

}  // namespace ebb::inline report
