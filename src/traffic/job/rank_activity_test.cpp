#include "traffic/job/rank_activity.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace ebb::inline traffic {
namespace {

TEST(RankActivity, CountsTheTimeInEachSpan) {
  RankActivity rank;
  rank.add(500_ns, 2'250_ns);
  EXPECT_EQ(rank.length(), 1_us);
  EXPECT_EQ(rank.computing(0), 500_ns);
  EXPECT_EQ(rank.computing(1), 1_us);
  EXPECT_EQ(rank.computing(2), 250_ns);
  EXPECT_EQ(rank.computing(3), 0_ns);
  EXPECT_EQ(rank.computing(1'000'000), 0_ns);
}

TEST(RankActivity, NeverComputesLongerThanASpan) {
  RankActivity rank;
  rank.add(0_us, 1_us);
  rank.add(0_us, 1_us);  // two processes of a host
  EXPECT_EQ(rank.computing(0), 1_us);
  rank.add(5_us, 5_us);
  rank.add(6_us, 5_us);  // nothing
  EXPECT_EQ(rank.computing(5), 0_us);
}

/// Spans double so that a second has at most 512 of them: 1,953,125 ns would do, 2,048 us are the next.
TEST(RankActivity, HasFewSpansHoweverLongItTakes) {
  RankActivity rank;
  rank.add(0_us, 3_us);
  rank.add(999'999_us, 1'000'000_us);
  EXPECT_EQ(rank.length(), 2'048_us);
  EXPECT_EQ(rank.computing(0), 3_us);
  EXPECT_EQ(rank.computing(488), 1_us);  // 488 * 2,048 us = 999,424 us
}

RC_GTEST_PROP(RankActivity, LosesNoTime, (std::vector<std::uint32_t> gaps)) {
  RankActivity rank;
  Picoseconds at{}, all{};
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const Picoseconds until = at + Picoseconds{gaps[i] * std::int64_t{1'000}};
    if (i % 2 == 0) rank.add(at, until), all = all + (until - at);
    at = until;
  }
  Picoseconds counted{};
  for (std::size_t span = 0; span < RankActivity::most_spans; ++span)
    counted = counted + rank.computing(span);
  RC_ASSERT(counted == all);
}

}  // namespace
}  // namespace ebb::inline traffic
