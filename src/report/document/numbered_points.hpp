// Labels of points that are close together: each point has a number beside it, where no other number or point
// is, and a list explains the numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "report/document/chart.hpp"

namespace ebb::inline report {

/// A number beside a point, and its position in the chart's coordinates. A number that is far, or about as
/// near to another point as to its own, has a line to its point.
struct PointNumber {
  std::size_t number = 0;
  double x = 0, y = 0, at_x = 0, at_y = 0;
  bool far = false;
};

/// The range of an axis, such that no value is at its ends.
struct AxisRange {
  double from = 0, to = 1;
};
AxisRange range_around(const Axis& axis, const std::vector<double>& values);

/// Returns a number for each drawn point of the curve, from 1. Points on the Pareto front are placed first.
std::vector<PointNumber> numbered_points(const Chart& chart, const Curve& curve);

}  // namespace ebb::inline report
