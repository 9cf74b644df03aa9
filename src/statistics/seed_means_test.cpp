#include "statistics/seed_means.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ebb::inline statistics {
namespace {

TEST(SeedMeans, HaveTheIntervalOfStudent) {
  // Mean 3, variance 2.5, five runs: 2.776 x sqrt(0.5).
  const SeedMean m = mean_over_seeds(std::array{1.0, 2.0, 3.0, 4.0, 5.0});
  EXPECT_DOUBLE_EQ(m.mean, 3);
  EXPECT_NEAR(*m.half_width, 1.963, 0.02);
}

TEST(SeedMeans, OfOneRunHaveNoInterval) {
  EXPECT_EQ(mean_over_seeds(std::array{7.0}).mean, 7);
  EXPECT_FALSE(mean_over_seeds(std::array{7.0}).half_width);
}

TEST(SeedMeans, OfPairsAreKnownBetterThanTheirParts) {
  const std::array a{11.0, 21.0, 31.1}, b{10.0, 20.0, 30.0};
  const SeedMean difference = paired_difference(a, b);
  EXPECT_NEAR(difference.mean, 1.0333, 1e-3);
  EXPECT_LT(*difference.half_width, 0.2);
  EXPECT_GT(*mean_over_seeds(a).half_width, 10);
}

}  // namespace
}  // namespace ebb::inline statistics
