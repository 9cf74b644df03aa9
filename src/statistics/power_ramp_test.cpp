#include "statistics/power_ramp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace ebb::inline statistics {
namespace {

std::vector<double> swing(double hz, double amplitude, double span_s, std::size_t values) {
  std::vector<double> watts;
  for (std::size_t i = 0; i < values; ++i)
    watts.push_back(1000 + amplitude * std::sin(2 * std::numbers::pi * hz * span_s * static_cast<double>(i)));
  return watts;
}

TEST(PowerRamp, FindsASwingWithItsAmplitude) {
  const PowerRamp ramp = ramp_of(swing(2, 50, 0.01, 1000), 0.01);  // 10 s
  ASSERT_TRUE(ramp.strongest);
  EXPECT_NEAR(ramp.strongest->hz, 2, 1e-9);
  EXPECT_NEAR(ramp.strongest->watts, 50, 1e-6);
  EXPECT_NEAR(ramp.largest_w, 100, 0.5);  // from the trough to the peak takes a quarter of a second
}

TEST(PowerRamp, MeasuresChangesWithinASecondOnly) {
  std::vector<double> slow;
  for (int i = 0; i <= 100; ++i) slow.push_back(10.0 * i);  // 100 W/s, a value each 0.1 s
  EXPECT_NEAR(ramp_of(slow, 0.1).largest_w, 100, 1e-9);
  EXPECT_NEAR(ramp_of(slow, 60).largest_w, 10, 1e-9);  // a minute apart: neighbours
}

TEST(PowerRamp, SaysWhereAStepEnds) {
  const std::vector<double> step{5, 5, 5, 8, 8};
  const PowerRamp ramp = ramp_of(step, 2);
  EXPECT_EQ(ramp.largest_w, 3);
  EXPECT_EQ(ramp.largest_at_s, 8);
}

TEST(PowerRamp, HasNoSpectrumWhereTheSeriesIsTooShortOrTooCoarse) {
  EXPECT_TRUE(ramp_of(swing(2, 50, 1e-5, 64), 1e-5).spectrum.empty());  // 0.64 ms
  EXPECT_TRUE(ramp_of(swing(2, 50, 60, 64), 60).spectrum.empty());      // no swing faster than two minutes
  EXPECT_TRUE(ramp_of({}, 1).spectrum.empty());
  EXPECT_EQ(ramp_of(std::vector<double>{4}, 1).largest_w, 0);
}

TEST(PowerRamp, StaysInsideTheBand) {
  const PowerRamp ramp = ramp_of(swing(30, 50, 0.005, 4000), 0.005);  // 20 s, 30 Hz
  for (const PowerAt& line : ramp.spectrum) {
    EXPECT_GE(line.hz, 0.1 - 1e-9);
    EXPECT_LE(line.hz, 20 + 1e-9);
  }
  EXPECT_LT(ramp.strongest->watts, 1);
}

}  // namespace
}  // namespace ebb::inline statistics
