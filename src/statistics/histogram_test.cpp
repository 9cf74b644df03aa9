#include "statistics/histogram.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace ebb::inline statistics {
namespace {

constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();

static_assert(Histogram::bucket_of(0) == 0 && Histogram::bucket_of(255) == 255);
static_assert(Histogram::bucket_of(256) == 256 && Histogram::bucket_of(257) == 256);
static_assert(Histogram::greatest_in(255) == 255 && Histogram::greatest_in(256) == 257);
static_assert(Histogram::greatest_in(Histogram::bucket_of(longest)) == longest);

Histogram histogram_of(const std::vector<std::int64_t>& values) {
  Histogram h;
  for (const std::int64_t v : values) h.record({v});
  return h;
}

/// Values of every magnitude, not only the huge ones that a uniform distribution would give.
rc::Gen<std::vector<std::int64_t>> any_latencies() {
  const auto one = rc::gen::apply([](std::int64_t bits, int shift) { return bits >> shift; },
                                  rc::gen::inRange<std::int64_t>(0, longest), rc::gen::inRange(0, 63));
  return rc::gen::container<std::vector<std::int64_t>>(one);
}

TEST(Histogram, EveryBucketBeginsWhereTheOneBeforeEnds) {
  const std::uint64_t last = Histogram::bucket_of(longest);
  for (std::uint64_t bucket = 1; bucket <= last; ++bucket) {
    const std::uint64_t first_value = Histogram::greatest_in(bucket - 1) + 1;
    const std::uint64_t width = Histogram::greatest_in(bucket) - first_value + 1;
    ASSERT_EQ(Histogram::bucket_of(first_value), bucket);
    ASSERT_EQ(Histogram::bucket_of(Histogram::greatest_in(bucket)), bucket);
    ASSERT_LE(static_cast<unsigned __int128>(width) * Histogram::per_octave,
              std::max(first_value, Histogram::per_octave));
  }
}

TEST(Histogram, SmallLatenciesHaveExactPercentiles) {
  const Histogram h = histogram_of({50, 10, 40, 20, 30});
  EXPECT_EQ(h.percentile(0), 10_ps);
  EXPECT_EQ(h.percentile(20), 10_ps);
  EXPECT_EQ(h.percentile(20.0001), 20_ps);
  EXPECT_EQ(h.percentile(50), 30_ps);
  EXPECT_EQ(h.percentile(100), 50_ps);
  EXPECT_DOUBLE_EQ(h.mean_ps(), 30);
}

TEST(Histogram, PercentilesWithAFractionCountExactly) {
  Histogram h;
  for (std::int64_t i = 0; i < 999; ++i) h.record({1});
  h.record({2});
  EXPECT_EQ(h.percentile(99.9), 1_ps);  // 0.999 * 1000 in binary fractions is not 999
  EXPECT_EQ(h.percentile(99.95), 2_ps);
}

TEST(Histogram, AnEmptyOneHasNothing) {
  const Histogram h;
  EXPECT_EQ(h.count(), 0u);
  EXPECT_EQ(h.percentile(99), 0_ps);
  EXPECT_EQ(h.min(), 0_ps);
  EXPECT_EQ(h.max(), 0_ps);
  EXPECT_EQ(h.mean_ps(), 0);
}

TEST(Histogram, SumsBeyondSixtyFourBits) {
  Histogram h;
  for (int i = 0; i < 4; ++i) h.record({longest});
  EXPECT_TRUE(h.sum() == static_cast<unsigned __int128>(longest) * 4);
  for (int doublings = 0; doublings < 31; ++doublings) h.merge(Histogram(h));
  EXPECT_EQ(h.count(), std::uint64_t{4} << 31);  // more than a 32-bit counter holds
  EXPECT_EQ(h.percentile(50), Picoseconds{longest});
}

TEST(Histogram, RefusesANegativeLatency) { EXPECT_DEATH(histogram_of({5'000'000, -1}), "latency"); }

TEST(Histogram, PercentilesLieWithinTheResolutionOfTheSortedSample) {
  EXPECT_TRUE(rc::check([] {
    auto values = *rc::gen::nonEmpty(any_latencies());
    const int percent = *rc::gen::inRange(0, 101);
    const Histogram h = histogram_of(values);
    std::sort(values.begin(), values.end());
    const std::size_t rank = std::max<std::size_t>(1, (values.size() * percent + 99) / 100);
    const std::int64_t truth = values[rank - 1], answer = h.percentile(percent).v;
    RC_ASSERT(answer >= truth);
    RC_ASSERT(answer - truth <= truth / 128);
    RC_ASSERT(h.percentile(100).v == values.back());
    RC_ASSERT(h.max().v == values.back() && h.min().v == values.front());
  }));
}

TEST(Histogram, MergesToTheSameBitsInAnyOrder) {
  EXPECT_TRUE(rc::check([] {
    const auto a = *any_latencies(), b = *any_latencies(), c = *any_latencies();
    auto all = a;
    all.insert(all.end(), b.begin(), b.end());
    all.insert(all.end(), c.begin(), c.end());
    const Histogram whole = histogram_of(all);
    Histogram left = histogram_of(a), right = histogram_of(c), bc = histogram_of(b);
    left.merge(histogram_of(b)), left.merge(histogram_of(c));
    bc.merge(histogram_of(c)), bc.merge(histogram_of(a));
    RC_ASSERT(left == whole);
    RC_ASSERT(bc == whole);
    RC_ASSERT(left.digest() == whole.digest());
    right.record({*rc::gen::inRange<std::int64_t>(0, 1'000'000)});
    right.merge(histogram_of(a)), right.merge(histogram_of(b));
    RC_ASSERT(right.digest() != whole.digest());  // one sample more
  }));
}

TEST(Histogram, InterpolatesWithinABucket) {
  // 1,000 to 1,999 ps: buckets of 8 ps below 2,048. The 990th of 1,000 values is 1,989 ps.
  Histogram h;
  for (std::int64_t t = 1'000; t < 2'000; ++t) h.record({t});
  EXPECT_GE(h.percentile(99), Picoseconds{1'989});
  EXPECT_NEAR(h.interpolated_percentile_ps(99), 1'989, 1);
  EXPECT_NEAR(h.interpolated_percentile_ps(50), 1'499, 1);
  // Two samples that differ by less than a bucket differ by about as much in their estimates.
  Histogram later;
  for (std::int64_t t = 1'000; t < 2'000; ++t) later.record({t + 3});
  EXPECT_NEAR(later.interpolated_percentile_ps(99) - h.interpolated_percentile_ps(99), 3, 1);
  Histogram one;
  one.record({123'456'789});
  EXPECT_EQ(one.interpolated_percentile_ps(99), 123'456'789);
  EXPECT_EQ(Histogram{}.interpolated_percentile_ps(99), 0);
}

}  // namespace
}  // namespace ebb::inline statistics
