// The key of a figure, drawn entry by entry below it. gnuplot's own puts all entries into columns as wide as
// the longest of them, and how many rows come of that cannot be known beforehand: figures were squeezed for
// rows that then were empty.
#pragma once

#include <string>

#include "report/document/chart.hpp"

namespace ebb::inline report {

/// How many lines of type the key needs.
std::size_t key_rows(const Chart& chart);

/// Its lines of the script. The last row stands at the bottom of the picture.
std::string key_lines(const Chart& chart);

}  // namespace ebb::inline report
