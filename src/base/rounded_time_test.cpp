#include "base/rounded_time.hpp"

#include <gtest/gtest.h>

namespace ebb::inline base {
namespace {

TEST(RoundedTime, HasFourDigitsInAUnitThatFits) {
  EXPECT_EQ(rounded_text({10'000'001}), "10us");
  EXPECT_EQ(rounded_text({3'000'609'600}), "3.001ms");
  EXPECT_EQ(rounded_text({1'500'000'000'000}), "1.5s");
  EXPECT_EQ(rounded_text({999}), "999ps");
  EXPECT_EQ(rounded_text({}), "0s");
}

}  // namespace
}  // namespace ebb::inline base
