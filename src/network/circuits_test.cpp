// Circuits in times worked out by hand.
#include "network/circuits.hpp"

#include <gtest/gtest.h>

namespace ebb::inline network {
namespace {

/// From 0 to 100, from 120 to 320, and again from 340 on.
const Circuits two({{1, 100_ps}, {2, 200_ps}}, 20_ps);

TEST(Circuits, OpenForWhatFitsIntoTheirLife) {
  EXPECT_EQ(two.period(), 340_ps);
  EXPECT_EQ(two.opens(1, 0, 100), 0);
  EXPECT_EQ(two.opens(1, 60, 40), 60);
  EXPECT_EQ(two.opens(1, 61, 40), 340) << "it would not be over in time";
  EXPECT_EQ(two.opens(1, 110, 10), 340) << "nothing is joined";
  EXPECT_EQ(two.opens(2, 0, 10), 120);
  EXPECT_EQ(two.opens(2, 110, 10), 120);
  EXPECT_EQ(two.opens(2, 310, 10), 310);
  EXPECT_EQ(two.opens(2, 311, 10), 460);
  EXPECT_EQ(two.opens(1, 340'000'000'339, 1), 340'000'000'340) << "after a thousand million periods";
  EXPECT_TRUE(two.holds(100_ps));
  EXPECT_FALSE(two.holds(101_ps));
  EXPECT_DOUBLE_EQ(two.share_of(2), 200.0 / 340);
}

TEST(Circuits, WaitForAMatchingThatIsLongEnough) {
  const Circuits uneven({{1, 10_ps}, {2, 10_ps}, {1, 50_ps}, {3, 10_ps}}, 5_ps);
  EXPECT_EQ(uneven.opens(1, 0, 20), 30);
  EXPECT_EQ(uneven.opens(1, 0, 10), 0);
  EXPECT_EQ(uneven.opens(3, 0, 10), 85);
}

TEST(Circuits, OfASingleMatchingStay) {
  const Circuits one({{1, 100_ps}}, 20_ps);
  EXPECT_EQ(one.opens(1, 99, 1'000), 99);
  EXPECT_FALSE(Circuits{}.in_use());
}

}  // namespace
}  // namespace ebb::inline network
