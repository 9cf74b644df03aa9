// The axes of a figure as lines of a gnuplot script, and the names and numbers beside them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/document/chart.hpp"

namespace ebb::inline report {

/// Quotes a text for gnuplot, with special characters escaped.
std::string gnuplot_text(std::string_view text);
std::string gnuplot_number(double value);

/// Returns the lines of the longest name, beside a figure or below it; 0 without names.
std::size_t name_lines_of(const Axis& axis);
std::size_t name_lines_below(const Axis& axis);
/// Returns the width of the names beside a figure, in characters: its left margin.
std::size_t name_margin(const Axis& axis);
/// Names below a figure are horizontal where they fit, else rotated.
bool names_lean(const Axis& axis);
/// Lines of the space that such names need.
std::size_t leaning_lines(const Axis& axis);

/// Where a logarithmic axis begins when an interval reaches zero or below: at the decade under all that can
/// be drawn. Empty where no interval does.
std::optional<double> log_bottom(const Chart& chart);

/// The axis of this letter: its title, names or numbers, scale and range.
std::string gnuplot_axis(const Chart& chart, char letter);

}  // namespace ebb::inline report
