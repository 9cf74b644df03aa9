// Courses of the window that are computed by hand.
#include "transport/congestion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace ebb::inline transport {
namespace {

constexpr std::int64_t ms = 1'000'000'000;

Congestion with_window(CongestionControl control, double window, double threshold = 1e9) {
  Congestion congestion;
  congestion.control = control, congestion.window = window, congestion.threshold = threshold;
  return congestion;
}

/// Acknowledges a whole window, segment by segment.
void ack_window(Congestion& congestion, std::int64_t now, std::int64_t srtt) {
  for (auto left = static_cast<int>(congestion.window); left > 0; --left)
    grow(congestion, {.count = 1, .now = now, .srtt = srtt});
}

TEST(Congestion, SlowStartDoublesTheWindowInEachRoundTrip) {
  for (const auto control :
       {CongestionControl::newreno, CongestionControl::cubic, CongestionControl::dctcp}) {
    Congestion congestion = with_window(control, 10);
    for (const double expected : {20, 40, 80, 160}) {
      ack_window(congestion, 0, ms);
      EXPECT_EQ(congestion.window, expected);
    }
  }
}

TEST(Congestion, SlowStartEndsAtTheThreshold) {
  Congestion congestion = with_window(CongestionControl::newreno, 10, 12);
  grow(congestion, {.count = 10, .now = 0, .srtt = ms});
  EXPECT_DOUBLE_EQ(congestion.window, 12 + 8.0 / 12);
}

/// (w + 1/w)^2 = w^2 + 2 + 1/w^2, so ten acknowledgements make 10^2 to 120.09.
TEST(Congestion, AvoidanceAddsOneSegmentInEachRoundTrip) {
  Congestion congestion = with_window(CongestionControl::newreno, 10, 10);
  ack_window(congestion, 0, ms);
  EXPECT_NEAR(congestion.window * congestion.window, 120.09, 0.01);
}

TEST(Congestion, NewRenoHalvesWhatIsInFlight) {
  Congestion congestion = with_window(CongestionControl::newreno, 40);
  reduce_on_loss(congestion, 36);
  EXPECT_EQ(congestion.window, 18);
  EXPECT_FALSE(congestion.in_slow_start());
  reduce_on_timeout(congestion, 18);
  EXPECT_EQ(congestion.window, 1);
  EXPECT_EQ(congestion.threshold, 9);
  reduce_on_loss(congestion, 1);
  EXPECT_EQ(congestion.window, least_threshold);
}

/// K = (30 / 0.4)^(1/3) = 4.2172 s after a loss at 100 segments.
TEST(Congestion, CubicReturnsToThePlateauAfterKSeconds) {
  Congestion congestion = with_window(CongestionControl::cubic, 100, 50);
  reduce_on_loss(congestion, 100);
  EXPECT_DOUBLE_EQ(congestion.window, 70);
  EXPECT_DOUBLE_EQ(congestion.cubic.plateau, 100);
  grow(congestion, {.count = 1, .now = 0, .srtt = 100 * ms});
  EXPECT_NEAR(congestion.cubic.rise_s, std::cbrt(30 / 0.4), 1e-12);
  EXPECT_NEAR(cubic_window(congestion.cubic, 0), 70, 1e-9);
  EXPECT_NEAR(cubic_window(congestion.cubic, congestion.cubic.rise_s), 100, 1e-9);
  EXPECT_NEAR(cubic_window(congestion.cubic, 2 * congestion.cubic.rise_s), 130, 1e-9);
}

TEST(Congestion, CubicFollowsItsCurve) {
  Congestion congestion = with_window(CongestionControl::cubic, 400, 50);
  reduce_on_loss(congestion, 400);
  for (int round = 0; round < 100; ++round) {
    const std::int64_t now = round * 100 * ms;
    ack_window(congestion, now, 100 * ms);
    const double curve = cubic_window(congestion.cubic, static_cast<double>(now) / 1e12);
    EXPECT_NEAR(congestion.window / curve, 1, 0.03) << round;
  }
}

TEST(Congestion, CubicIsNeverSlowerThanNewReno) {
  Congestion congestion = with_window(CongestionControl::cubic, 10, 5);
  reduce_on_loss(congestion, 10);
  // With round trips of 0.1 ms the cubic hardly moves in 100 of them; NewReno with its gain of 9/17 does.
  for (int round = 0; round < 100; ++round) ack_window(congestion, round * ms / 10, ms / 10);
  EXPECT_GT(congestion.window, 40);
  EXPECT_LT(cubic_window(congestion.cubic, 0.01), 10);
}

TEST(Congestion, CubicLeavesRoomWhenItsPlateauSinks) {
  Congestion congestion = with_window(CongestionControl::cubic, 100, 50);
  reduce_on_loss(congestion, 100);
  congestion.window = 80;
  reduce_on_loss(congestion, 80);
  EXPECT_DOUBLE_EQ(congestion.cubic.plateau, 68);  // 80 (1 + 0.7) / 2
  EXPECT_DOUBLE_EQ(congestion.window, 56);
}

/// Without marks alpha is (15/16)^n after n windows of data.
TEST(Congestion, DctcpsAlphaFadesWithoutMarks) {
  Congestion congestion = with_window(CongestionControl::dctcp, 10);
  double expected = 1;
  for (std::uint32_t window = 1; window <= 20; ++window) {
    count_marks(congestion, 10, false, 10 * window, 10 * window + 10);
    expected *= 15.0 / 16;
    EXPECT_DOUBLE_EQ(congestion.marks.alpha, expected);
  }
  EXPECT_EQ(congestion.window, 10);
}

TEST(Congestion, DctcpReducesOncePerWindowByHalfOfAlpha) {
  Congestion congestion = with_window(CongestionControl::dctcp, 100);
  congestion.marks.alpha = 0.2, congestion.marks.until = 1000;
  count_marks(congestion, 2, true, 2, 100);
  EXPECT_DOUBLE_EQ(congestion.window, 90);
  count_marks(congestion, 2, true, 4, 102);
  EXPECT_DOUBLE_EQ(congestion.window, 90);
  count_marks(congestion, 2, true, 100, 200);
  EXPECT_DOUBLE_EQ(congestion.window, 81);
}

TEST(Congestion, DctcpsAlphaConvergesToTheMarkedFraction) {
  Congestion congestion = with_window(CongestionControl::dctcp, 8);
  for (std::uint32_t segment = 0; segment < 4000; ++segment)
    count_marks(congestion, 1, segment % 4 == 0, segment + 1, segment + 9);
  EXPECT_NEAR(congestion.marks.alpha, 0.25, 0.01);
}

RC_GTEST_PROP(Congestion, NeverFallsBelowOneSegmentNorGrowsByMoreThanWasAcknowledged, ()) {
  Congestion congestion = with_window(
      *rc::gen::element(CongestionControl::newreno, CongestionControl::cubic, CongestionControl::dctcp), 10);
  std::int64_t now = 0;
  for (const int step : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 20))) {
    const double before = congestion.window;
    now += ms;
    if (step == 0) {
      reduce_on_timeout(congestion, before);
    } else if (step == 1) {
      reduce_on_loss(congestion, before);
    } else {
      grow(congestion, {.count = 1.0 * step, .now = now, .srtt = ms});
      RC_ASSERT(congestion.window >= before && congestion.window <= before + step + 1e-9);
    }
    RC_ASSERT(congestion.window >= 1);
  }
}

}  // namespace
}  // namespace ebb::inline transport
