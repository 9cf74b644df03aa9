// How curves and points look in a gnuplot figure: colours, dashes, shapes of points.
#pragma once

#include <string>
#include <string_view>

#include "report/document/chart.hpp"

namespace ebb::inline report {

bool is_bars(const Curve& curve);
bool is_stacked(const Curve& curve);
bool has_interval(const Curve& curve);
/// A bar on a logarithmic axis has no length that means anything: its end is a dot, where the bar would be.
bool is_dots(const Chart& chart, const Curve& curve);

std::string colour_of(const Chart& chart, std::size_t index);
/// Lines differ in their dashes too: on paper without colours, and where one lies over another.
const char* dashes_of(const Chart& chart, std::size_t index);

/// gnuplot's number for how a point of this verdict looks: filled, or hollow circles and other shapes.
int point_type(std::string_view mark);
/// The same for the dots of a curve.
int dot_type(const Chart& chart, std::size_t index);

}  // namespace ebb::inline report
