#include "traffic/job/computing_time.hpp"

#include <gtest/gtest.h>

namespace ebb::inline traffic {
namespace {

TEST(ComputingTime, CountsOverlapsOnce) {
  ComputingTime rank;
  rank.add(1_us, 5_us);
  rank.add(2_us, 4_us);
  rank.add(4_us, 7_us);
  rank.add(9_us, 10_us);
  EXPECT_EQ(rank.total(), 7_us);
}

TEST(ComputingTime, KnowsWhatIsForeseenInAnyOrder) {
  ComputingTime rank;
  rank.foresee(20_us, 30_us);
  rank.foresee(0_us, 10_us);
  rank.foresee(5_us, 5_us);
  rank.add(8_us, 12_us);
  EXPECT_EQ(rank.total(), 22_us);
  rank.add(25_us, 31_us);
  EXPECT_EQ(rank.total(), 23_us);
}

}  // namespace
}  // namespace ebb::inline traffic
