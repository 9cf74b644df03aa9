#include "report/numbered_points.hpp"

#include <gtest/gtest.h>

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

TEST(NumberedPoints, APointWithoutAPlaceHasNoNumber) {
  Curve curve{.name = "p", .shape = CurveShape::points, .x = {1, no_value}, .y = {5, 6}};
  const Chart chart = chart_with(curve);
  EXPECT_EQ(numbered_points(chart, chart.curves[0]).size(), 1u);
}

}  // namespace
}  // namespace ebb::inline report
