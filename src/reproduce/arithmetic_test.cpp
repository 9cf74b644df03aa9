#include "reproduce/arithmetic.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/problem.hpp"

namespace ebb::inline reproduce {
namespace {

TEST(Arithmetic, ComputesAsOnPaper) {
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("6 * (6 - 1) / 2"), 15);
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("12 * 8 ^ (3 - 1)"), 768);
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("1.6+2.5"), 4.1);
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("10 - 2 - 3"), 5);   // from the left
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("64 / 4 / 2"), 8);   // from the left
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("2 ^ 3 ^ 2"), 512);  // from the right
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("2 + 3 * 2 ^ 2"), 14);
  EXPECT_DOUBLE_EQ(*value_of_arithmetic("42 + (100 - 42) * (36 - 6.25) / (100 - 6.25)"),
                   42 + 58 * 29.75 / 93.75);
}

TEST(Arithmetic, RefusesWhatIsNone) {
  for (const char* text : {"", "six", "1 +", "(1 + 2", "1 + 2)", "1 2", "-1 + 2", "1e3 * 2", "nan + 1",
                           "1 / 0", "0 / 0", "2 ** 3", "1 + +", "0x10 + 1"})
    EXPECT_FALSE(value_of_arithmetic(text)) << text;
  EXPECT_FALSE(value_of_arithmetic(std::string(1'000'000, '(') + "1"));
  std::string powers = "2";
  for (int i = 0; i < 100'000; ++i) powers += "^1";
  EXPECT_FALSE(value_of_arithmetic(powers));
}

/// A number alone would be typed in, so that nothing is shown.
TEST(Arithmetic, RefusesWhatComputesNothing) {
  const auto lone = value_of_arithmetic("15");
  ASSERT_FALSE(lone);
  EXPECT_EQ(lone.problems()[0].what, "\"15\" computes nothing");
  EXPECT_FALSE(value_of_arithmetic("((15))"));
}

}  // namespace
}  // namespace ebb::inline reproduce
