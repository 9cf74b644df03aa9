#include "base/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace ebb::inline base {
namespace {

constexpr int draws = 200'000;

TEST(Random, GivesTheSameNumbersForTheSameName) {
  Random a(7, traffic_stream, 42), b(7, traffic_stream, 42);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, EveryPartOfTheNameMakesAnotherStream) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t purpose = 0; purpose < 20; ++purpose)
      for (std::uint64_t entity = 0; entity < 20; ++entity)
        firsts.insert(Random(seed, purpose, entity).next());
  EXPECT_EQ(firsts.size(), 8'000u);
}

TEST(Random, NeighbouringStreamsAreNotCorrelated) {
  // The mean product of two independent uniform(-1/2, 1/2) is 0 with a deviation of 1/12/sqrt(n).
  Random a(1, 2, 3), b(1, 2, 4);
  double sum = 0;
  for (int i = 0; i < draws; ++i) sum += (a.unit() - 0.5) * (b.unit() - 0.5);
  EXPECT_LT(std::abs(sum / draws), 5.0 / 12 / std::sqrt(draws));
}

TEST(Random, EveryBitIsSetHalfOfTheTime) {
  Random random(3, 1, 4);
  std::array<int, 64> set{};
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t word = random.next();
    for (std::size_t bit = 0; bit < 64; ++bit) set[bit] += static_cast<int>((word >> bit) & 1);
  }
  for (const int count : set) EXPECT_NEAR(count, draws / 2, 5 * std::sqrt(draws) / 2);
}

TEST(Random, BelowIsEvenOverSmallRanges) {
  Random random(5, 5, 5);
  std::array<int, 7> counts{};
  for (int i = 0; i < draws; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, draws / 7.0, 5 * std::sqrt(draws * 6.0 / 49));
}

RC_GTEST_PROP(Random, BelowStaysBelow, (std::uint64_t seed)) {
  Random random(seed, 1, 2);
  const std::uint64_t n = *rc::gen::nonZero<std::uint64_t>();
  for (int i = 0; i < 20; ++i) RC_ASSERT(random.below(n) < n);
  RC_ASSERT(random.below(1) == 0u);
}

struct Moments {
  double mean, variance;
};

template <class Draw>
Moments moments(Draw draw) {
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = draw();
    sum += x, squares += x * x;
  }
  return {sum / draws, squares / draws - sum / draws * (sum / draws)};
}

// Five standard errors of the mean, sigma/sqrt(n), and of the variance, sqrt((mu4 - sigma^4)/n).
double five_errors(double of_one) { return 5 * of_one / std::sqrt(draws); }

TEST(Random, UnitHasTheMomentsOfTheUniformDistribution) {
  Random random(9, 9, 9);
  const Moments m = moments([&] { return random.unit(); });
  EXPECT_NEAR(m.mean, 0.5, five_errors(std::sqrt(1.0 / 12)));
  EXPECT_NEAR(m.variance, 1.0 / 12, five_errors(std::sqrt(1.0 / 80 - 1.0 / 144)));
}

TEST(Random, ExponentialHasMeanAndVarianceOne) {
  Random random(9, 9, 10);
  const Moments m = moments([&] { return random.exponential(); });
  EXPECT_NEAR(m.mean, 1, five_errors(1));
  EXPECT_NEAR(m.variance, 1, five_errors(std::sqrt(8)));
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(9, 9, 11);
  const Moments m = moments([&] { return random.normal(); });
  EXPECT_NEAR(m.mean, 0, five_errors(1));
  EXPECT_NEAR(m.variance, 1, five_errors(std::sqrt(2)));
}

TEST(Random, UnitNeverReachesOneAndPositiveUnitNeverZero) {
  Random random(1, 1, 1);
  for (int i = 0; i < draws; ++i) {
    const double u = random.unit(), p = random.positive_unit();
    ASSERT_TRUE(u >= 0 && u < 1 && p > 0 && p <= 1);
  }
}

}  // namespace
}  // namespace ebb::inline base
