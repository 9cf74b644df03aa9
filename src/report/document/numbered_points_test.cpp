#include "report/document/numbered_points.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ebb::inline report {
namespace {

Chart chart_with(Curve curve) {
  return {.name = "front",
          .title = "t",
          .x = {.title = "x"},
          .y = {.title = "y", .least = 0},
          .curves = {std::move(curve)}};
}

TEST(NumberedPoints, EachPointHasItsNumberAndNoTwoShareAPlace) {
  Curve curve{.name = "p", .shape = CurveShape::points, .x = {1, 1, 1, 1, 100}, .y = {5, 5, 5, 5, 80}};
  const Chart chart = chart_with(curve);
  const auto numbers = numbered_points(chart, chart.curves[0]);
  ASSERT_EQ(numbers.size(), 5u);
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b)
      EXPECT_TRUE(numbers[a].at_x != numbers[b].at_x || numbers[a].at_y != numbers[b].at_y);
}

TEST(NumberedPoints, WhatNothingBeatsChoosesFirst) {
  Curve curve{
      .name = "p", .shape = CurveShape::points, .x = {1, 1}, .y = {5, 5}, .marks = {"undecided", "best"}};
  const Chart chart = chart_with(curve);
  const auto numbers = numbered_points(chart, chart.curves[0]);
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_EQ(numbers[0].number, 2u);
}

/// Twenty points in one corner: wherever a number is nearer to another point than to its own, it has a line.
TEST(NumberedPoints, ANumberNearerToAnotherPointHasALine) {
  Curve curve{.name = "p", .shape = CurveShape::points, .x = {1000}, .y = {80}};
  for (int i = 0; i < 20; ++i) curve.x.push_back(1 + 8 * (i % 5)), curve.y.push_back(10 + 3 * (i / 5));
  const Chart chart = chart_with(curve);
  const AxisRange x = range_around(chart.x, curve.x), y = range_around(chart.y, curve.y);
  const auto apart = [&](double ax, double ay, double bx, double by) {  // of a figure twice as wide as high
    return std::hypot(2.15 * (ax - bx) / (x.to - x.from), (ay - by) / (y.to - y.from));
  };
  std::size_t lines = 0;
  for (const PointNumber& n : numbered_points(chart, chart.curves[0])) {
    lines += n.far;
    for (std::size_t k = 0; k < curve.x.size(); ++k)
      if (apart(n.at_x, n.at_y, curve.x[k], curve.y[k]) < apart(n.at_x, n.at_y, n.x, n.y)) {
        EXPECT_TRUE(n.far) << n.number << " is nearer to " << k + 1;
      }
  }
  EXPECT_GT(lines, 0u);
}

TEST(NumberedPoints, ASymmetricScaleHasRoomForZeroAndForTheLargest) {
  const Axis axis{.title = "x", .scale = Scale::symmetric, .bend = 1};
  EXPECT_DOUBLE_EQ(on_scale(axis, 0), 0);
  EXPECT_DOUBLE_EQ(on_scale(axis, -5), -on_scale(axis, 5));
  EXPECT_NEAR(on_scale(axis, 1000) - on_scale(axis, 100), std::log(10), 1e-3);
  EXPECT_NEAR(from_scale(axis, on_scale(axis, 96.26)), 96.26, 1e-9);
}

TEST(NumberedPoints, APointWithoutAPlaceHasNoNumber) {
  Curve curve{.name = "p", .shape = CurveShape::points, .x = {1, no_value}, .y = {5, 6}};
  const Chart chart = chart_with(curve);
  EXPECT_EQ(numbered_points(chart, chart.curves[0]).size(), 1u);
}

}  // namespace
}  // namespace ebb::inline report
