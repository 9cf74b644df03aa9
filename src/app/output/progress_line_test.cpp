#include "app/output/progress_line.hpp"

#include <gtest/gtest.h>

namespace ebb::inline app {
namespace {

TEST(RunProgress, SaysAboutWhereTheEndIsGuessedAndAtMostWhereItIsNot) {
  EXPECT_EQ(time_left_text(10, 1_ms, {}, 100_ms), ", 10 s passed, at most 16 min more");
  EXPECT_EQ(time_left_text(10, 1_ms, 3_ms, 100_ms), ", 10 s passed, about 20 s more");
  EXPECT_EQ(time_left_text(10, 3_ms, 3_ms, 100_ms), ", 10 s passed, about 1 s more");
  EXPECT_EQ(time_left_text(0, 1_ms, {}, 100_ms), "");
}

}  // namespace
}  // namespace ebb::inline app
