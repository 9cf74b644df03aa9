#include "app/run_end_guess.hpp"

#include <gtest/gtest.h>

#include "app/progress_line.hpp"
#include "base/random.hpp"

namespace ebb::inline app {
namespace {

/// A course whose spans' means are spread evenly around 1 us by so much of it.
RunCourse course_of(std::size_t spans, double spread, std::uint64_t seed) {
  Random random(seed, 1);
  RunCourse course{.length = 10_us};
  for (std::size_t i = 0; i < spans; ++i) {
    CourseSpan span;
    span.packets = 1000, span.latency_mean_ps = 1e6 * (1 + spread * (2 * random.unit() - 1));
    course.spans.push_back(span);
  }
  return course;
}

RunSettings precise(double precision, Picoseconds most = {1'000'000'000'000}) {
  RunSettings settings;
  settings.precision = precision, settings.most_time = most;
  return settings;
}

TEST(RunEndGuess, IsUnknownAtFirstAndStaysWithinTheLimits) {
  EXPECT_FALSE(guessed_end(course_of(5, 0.1, 1), precise(0.01)));
  EXPECT_EQ(*guessed_end(course_of(40, 0.5, 1), precise(1e-6, 3_ms)), 3_ms);
  RunSettings long_run = precise(0.9);
  long_run.least_time = 2_ms;
  EXPECT_EQ(*guessed_end(course_of(40, 0.1, 1), long_run), 2_ms);
}

/// Spans of spread s have a standard deviation of s / sqrt(3); the interval of n of them ends where precision
/// is, and a fifth of the run is warm-up.
TEST(RunEndGuess, IsMostlyRightWithinAFactorOfTwo) {
  const double spread = 0.3, precision = 0.01;
  const double spans_needed = 1.96 * 1.96 * spread * spread / 3 / (precision * precision);
  const double truth = spans_needed / 0.8 * 10e6;
  int right = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const double guess = static_cast<double>(guessed_end(course_of(64, spread, seed), precise(precision))->v);
    right += guess > truth / 2 && guess < truth * 2;
  }
  EXPECT_GT(right, 80);
}

TEST(RunProgress, SaysAboutWhereTheEndIsGuessedAndAtMostWhereItIsNot) {
  EXPECT_EQ(time_left_text(10, 1_ms, {}, 100_ms), ", 10 s passed, at most 16 min more");
  EXPECT_EQ(time_left_text(10, 1_ms, 3_ms, 100_ms), ", 10 s passed, about 20 s more");
  EXPECT_EQ(time_left_text(10, 3_ms, 3_ms, 100_ms), ", 10 s passed, about 1 s more");
  EXPECT_EQ(time_left_text(0, 1_ms, {}, 100_ms), "");
}

}  // namespace
}  // namespace ebb::inline app
