// The axes of a figure as lines of a gnuplot script, and the names and numbers beside them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/document/chart.hpp"

namespace ebb::inline report {

/// A text between double quotes, with nothing in it that gnuplot would read as something else.
std::string gnuplot_text(std::string_view text);
std::string gnuplot_number(double value);

/// How many lines the longest name needs, beside a figure or below it; 0 without names.
std::size_t name_lines_of(const Axis& axis);
std::size_t name_lines_below(const Axis& axis);
/// How wide the names beside a figure are, in characters: its left margin.
std::size_t name_margin(const Axis& axis);
/// Names below a figure stand upright where there is room for them, else they lean.
bool names_lean(const Axis& axis);

/// Where a logarithmic axis begins when an interval reaches down to zero or below: at the decade under all
/// that can be drawn. Nothing where no interval does.
std::optional<double> log_bottom(const Chart& chart);

/// Of the axis with this letter: its title, names or numbers, scale and range.
std::string gnuplot_axis(const Chart& chart, char letter);

}  // namespace ebb::inline report
