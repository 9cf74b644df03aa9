#include "base/rounded_time.hpp"

#include <gtest/gtest.h>

namespace ebb::inline base {
namespace {

TEST(RoundedTime, HasThreeDigitsInAUnitThatFits) {
  EXPECT_EQ(rounded_text({10'000'001}), "10 us");
  EXPECT_EQ(rounded_text({3'000'609'600}), "3 ms");
  EXPECT_EQ(rounded_text({1'500'000'000'000}), "1.5 s");
  EXPECT_EQ(rounded_text({999'600'000}), "1 ms");
  EXPECT_EQ(rounded_text({24'576'000'000}), "24.6 ms");
  EXPECT_EQ(rounded_text({999}), "999 ps");
  EXPECT_EQ(rounded_text({}), "0 s");
  EXPECT_EQ(rounded_text({-1'500'000}), "-1.5 us");
  EXPECT_EQ(rounded_text({21'000'000'000'000'000}), "21000 s");
  EXPECT_EQ(rounded_text({1'234'567'000}, 5), "1.2346 ms");
}

TEST(RoundedTime, OfAnyTimeEnds) {
  EXPECT_EQ(rounded_text({-1'500'000}), "-1.5 us");
  EXPECT_EQ(rounded_text({INT64_MIN}), "-9223372 s");
}

TEST(MomentText, IsExactToTheNanosecondWithoutIdleZeros) {
  EXPECT_EQ(moment_text({1'000'000'000}), "1 ms");
  EXPECT_EQ(moment_text({333'333'333}), "333.333 us");
  EXPECT_EQ(moment_text({1'020'300'499}), "1.0203 ms");
  EXPECT_EQ(moment_text({20'000'000}), "20 us");
  EXPECT_EQ(moment_text({999'999'999}), "1 ms");
  EXPECT_EQ(moment_text({600}), "1 ns");
  EXPECT_EQ(moment_text({}), "0 s");
}

}  // namespace
}  // namespace ebb::inline base
