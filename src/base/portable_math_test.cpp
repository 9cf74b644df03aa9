#include "base/portable_math.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace ebb::inline base {
namespace {

double relative_error(double got, double wanted) {
  return wanted == 0 ? std::abs(got) : std::abs(got - wanted) / std::abs(wanted);
}

TEST(PortableLog, IsWithinItsPromiseOfTheLibrary) {
  Random random(1, 2, 3);
  double worst = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double u = random.positive_unit();
    for (const double x : {u, 1 + u, 1 / u, 0.9375 + u / 8, 1 - u * 1e-6, u * 0x1p-53})
      worst = std::max(worst, relative_error(portable_log(x), std::log(x)));
  }
  EXPECT_LT(worst, 1e-14);
}

TEST(PortableLog, IsExactAtOneAndNeverPositiveBelowIt) {
  EXPECT_EQ(portable_log(1.0), 0.0);
  EXPECT_LT(portable_log(1.0 - 0x1p-53), 0.0);
  for (int i = 1; i < 4096; ++i) EXPECT_LT(portable_log(i / 4096.0), portable_log((i + 1) / 4096.0)) << i;
}

TEST(PortableExp, IsWithinItsPromiseOfTheLibrary) {
  double worst = 0;
  for (int i = -6'990; i < 6'990; ++i)
    worst = std::max(worst, relative_error(portable_exp(i * 0.1), std::exp(i * 0.1)));
  EXPECT_LT(worst, 1e-14);
}

TEST(PortableMath, GivesTheseBitsOnEveryMachine) {
  EXPECT_EQ(portable_log(2.0), 0x1.62e42fefa39efp-1);
  std::uint64_t digest = 0;
  Random random(7, 7, 7);
  for (int i = 0; i < 1'000; ++i) {
    digest = mix_bits(digest ^ std::bit_cast<std::uint64_t>(portable_log(random.positive_unit())));
    digest = mix_bits(digest ^ std::bit_cast<std::uint64_t>(portable_exp(20 * random.unit() - 10)));
  }
  EXPECT_EQ(digest, 14548035104027891461u);
}

}  // namespace
}  // namespace ebb::inline base
