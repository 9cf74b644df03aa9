// Names of points that stand close together: each point has a number beside it, where no other number or
// point is, and a list says what the numbers stand for.
#pragma once

#include <cstddef>
#include <vector>

#include "report/document/chart.hpp"

namespace ebb::inline report {

/// A number beside a point, and where it stands in the chart's own measure. One that is far,
/// or about as near to another point as to its own, has a line to its point.
struct PointNumber {
  std::size_t number = 0;
  double x = 0, y = 0, at_x = 0, at_y = 0;
  bool far = false;
};

/// From where to where an axis goes so that all values are off its ends.
struct AxisRange {
  double from = 0, to = 1;
};
AxisRange range_around(const Axis& axis, const std::vector<double>& values);

/// One for each point of the curve that has a place, from 1. Points that nothing beats choose first.
std::vector<PointNumber> numbered_points(const Chart& chart, const Curve& curve);

}  // namespace ebb::inline report
