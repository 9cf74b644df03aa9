// How curves and points look in a gnuplot figure: colours, dashes, shapes of points.
#pragma once

#include <string>
#include <string_view>

#include "report/document/chart.hpp"

namespace ebb::inline report {

bool is_bars(const Curve& curve);
bool is_stacked(const Curve& curve);
bool has_interval(const Curve& curve);
/// Whether a line has a point at each value: what was measured, or has a verdict.
bool has_points(const Chart& chart, const Curve& curve);
/// A bar on a logarithmic axis has no meaningful length, so its end is drawn as a dot.
bool is_dots(const Chart& chart, const Curve& curve);

std::string colour_of(const Chart& chart, std::size_t index);
/// Lines also differ in their dashes: for print without colours, and where lines overlap.
const char* dashes_of(const Chart& chart, std::size_t index);

/// gnuplot's number for the look of a point of this verdict: filled, or hollow circles and other shapes.
int point_type(std::string_view mark);
/// The same for the dots of a curve.
int dot_type(const Chart& chart, std::size_t index);

}  // namespace ebb::inline report
