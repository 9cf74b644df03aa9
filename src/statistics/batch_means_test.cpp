#include "statistics/batch_means.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "base/random.hpp"

namespace ebb::inline statistics {
namespace {

std::vector<BatchSum> batches_of(const std::vector<double>& means) {
  std::vector<BatchSum> batches;
  for (const double m : means) batches.push_back({2, 2 * m});
  return batches;
}

/// 64 batches of autoregressive samples: x' = memory * x + noise, around the mean 5.
std::vector<BatchSum> remembering(double memory, int per_batch, std::uint64_t seed) {
  Random random(seed, traffic_stream);
  std::vector<BatchSum> batches(64);
  double x = random.normal();
  for (BatchSum& b : batches)
    for (int i = 0; i < per_batch; ++i) {
      x = memory * x + std::sqrt(1 - memory * memory) * random.normal();
      b.count += 1, b.sum += 5 + x;
    }
  return batches;
}

/// The runs with an interval.
struct Coverage {
  double given = 0;  ///< their fraction of all runs
  double right = 0;  ///< the fraction of them that holds the true value
  double width = 0;  ///< half width over 1.96 times the scatter of their means: 1 is perfect
};

Coverage coverage_of(double memory, int per_batch) {
  double given = 0, right = 0, widths = 0, squares = 0;
  const int runs = 500;
  for (int seed = 0; seed < runs; ++seed) {
    const Estimate e = estimate_mean(remembering(memory, per_batch, static_cast<std::uint64_t>(seed)));
    if (!e.half_width) continue;
    ++given, widths += *e.half_width;
    right += std::fabs(e.mean - 5) <= *e.half_width;
    squares += (e.mean - 5) * (e.mean - 5);
  }
  if (given == 0) return {};
  return {given / runs, right / given, widths / given / (normal_975 * std::sqrt(squares / given))};
}

TEST(StudentT, AgreesWithTheTables) {
  EXPECT_NEAR(student_t(normal_975, 3), 3.1824, 0.02);
  EXPECT_NEAR(student_t(normal_975, 7), 2.3646, 0.0005);
  EXPECT_NEAR(student_t(normal_975, 15), 2.1314, 0.0001);
  EXPECT_NEAR(student_t(normal_975, 63), 1.9983, 0.0001);
  EXPECT_NEAR(student_t(normal_999, 15), 3.7328, 0.002);
  EXPECT_NEAR(student_t(normal_999, 31), 3.3749, 0.0005);
}

TEST(EstimateMean, HasTheIntervalOfATextbook) {
  // 8 batch means 1 2 1 2 …: mean 1.5, standard deviation 0.5345, t(7) = 2.3646. All pairs are equal.
  const Estimate e = estimate_mean(batches_of({1, 2, 1, 2, 1, 2, 1, 2}));
  EXPECT_DOUBLE_EQ(e.mean, 1.5);
  ASSERT_TRUE(e.half_width);
  EXPECT_NEAR(*e.half_width, 1.1 * 2.3646 * 0.5345 / std::sqrt(8.0), 0.0005);
}

TEST(EstimateMean, WeighsBatchesByTheirSamples) {
  std::vector<BatchSum> batches(8, {1, 10});
  batches[3] = {9, 180};
  EXPECT_DOUBLE_EQ(estimate_mean(batches).mean, 250.0 / 16);
}

TEST(EstimateMean, IsSureOfAConstant) {
  EXPECT_EQ(estimate_mean(batches_of(std::vector<double>(40, 7))).half_width, 0.0);
}

TEST(EstimateMean, GivesNoIntervalWithoutEnoughBatchesOrSamples) {
  EXPECT_FALSE(estimate_mean(batches_of({1, 2, 1, 2, 1, 2, 1})).half_width);
  EXPECT_FALSE(estimate_mean(std::vector<BatchSum>(20)).half_width);
  EXPECT_EQ(estimate_mean({}).mean, 0);
}

TEST(EstimateMean, HoldsTheTruthAsOftenAsItPromises) {
  for (const double memory : {0.0, 0.5, 0.9}) {
    const Coverage c = coverage_of(memory, 100);
    EXPECT_GE(c.given, 0.95) << memory;
    EXPECT_GE(c.right, 0.93) << memory;
  }
}

TEST(EstimateMean, IsNotTooModest) {
  for (const auto& [memory, per_batch] : {std::pair{0.0, 10}, {0.0, 100}, {0.5, 100}, {0.9, 100}}) {
    const Coverage c = coverage_of(memory, per_batch);
    EXPECT_GE(c.given, 0.95) << memory;
    EXPECT_GE(c.width, 1.0) << memory;
    EXPECT_LE(c.width, 1.5) << memory;
  }
}

TEST(EstimateMean, RefusesBatchesThatAreTooShort) {
  EXPECT_LE(coverage_of(0.98, 4).given, 0.02);
  EXPECT_LE(coverage_of(0.9, 4).given, 0.05);
}

TEST(WarmUpEnd, CutsOffAStartThatIsUnlikeTheRest) {
  std::vector<double> means(40, 10);
  for (std::size_t i = 0; i < means.size(); ++i) means[i] += static_cast<double>(i % 3);  // some noise
  EXPECT_EQ(warm_up_end(batches_of(means)), 0u);
  for (std::size_t i = 0; i < 7; ++i) means[i] = 100 - 10 * static_cast<double>(i);
  EXPECT_EQ(warm_up_end(batches_of(means)), 7u);
}

TEST(WarmUpEnd, FindsNoneWhileTheSeriesStillMoves) {
  std::vector<double> rising;
  for (int i = 0; i < 40; ++i) rising.push_back(i);
  EXPECT_FALSE(warm_up_end(batches_of(rising)));
}

TEST(WarmUpEnd, PassesOverEmptyBatches) {
  std::vector<BatchSum> batches = batches_of(std::vector<double>(20, 3));
  for (std::size_t i = 0; i < 20; i += 3) batches[i] = {};
  EXPECT_TRUE(warm_up_end(batches));
  EXPECT_FALSE(warm_up_end(std::vector<BatchSum>(20)));
}

}  // namespace
}  // namespace ebb::inline statistics
