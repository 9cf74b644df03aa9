#include "engine/model/worm/flit_stream.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace ebb::inline engine {
namespace {

FlitStream stream(std::int32_t applied, std::int64_t at, std::int64_t step, std::uint32_t burst) {
  FlitStream s;
  s.at = at, s.step = step, s.burst = burst, s.applied = applied;
  return s;
}

/// The same as gapless(), flit by flit.
std::uint32_t one_by_one(const FlitStream& s, std::int64_t now, std::int64_t pace, std::int64_t most) {
  std::uint32_t taken = 0;
  while (taken < most && s.count(now + taken * pace) > taken) ++taken;
  return taken;
}

TEST(FlitStream, CountsWhatIsThere) {
  const FlitStream s = stream(2, 100, 10, 3);
  EXPECT_EQ(s.count(99), 2);
  EXPECT_EQ(s.count(100), 3);
  EXPECT_EQ(s.count(119), 4);
  EXPECT_EQ(s.count(1'000), 5);
  EXPECT_EQ(s.known(), 5);
}

TEST(FlitStream, FastOnesGoOnWithoutAGap) {
  EXPECT_EQ(stream(0, 100, 10, 7).gapless(100, 10, 100), 7u);
  EXPECT_EQ(stream(0, 100, 10, 7).gapless(100, 25, 100), 7u);
  EXPECT_EQ(stream(0, 100, 10, 7).gapless(99, 10, 100), 0u);
  EXPECT_EQ(stream(0, 100, 10, 7).gapless(100, 10, 4), 4u);
}

TEST(FlitStream, SlowOnesLeaveAGapAfterThoseThatStoodThere) {
  // Three are there, and one comes every 10 from 100 on; one is taken every 4 from 100 on: at 100, 104, 108,
  // 112 and 116, when two more have come. At 120 the third is there, at 124 the fourth is not.
  EXPECT_EQ(stream(3, 100, 10, 9).gapless(100, 4, 100), 6u);
}

TEST(FlitStream, OneTakenInAdvanceIsNotThereAgain) {
  FlitStream s = stream(0, 100, 10, 4);
  s.take(4);
  EXPECT_EQ(s.count(1'000), 0);
  EXPECT_EQ(s.time_of(1), INT64_MAX);
  s.add(200, 10, 1);
  EXPECT_EQ(s.time_of(1), 200);
}

TEST(FlitStream, AgreesWithCountingOneByOne) {
  Random random(1, traffic_stream);
  for (int i = 0; i < 20'000; ++i) {
    const auto draw = [&](std::uint64_t below) { return static_cast<std::int64_t>(random.below(below)); };
    const auto burst = static_cast<std::uint32_t>(draw(12));
    // What was taken in advance arrived in time, so the burst has begun.
    const auto applied = static_cast<std::int32_t>(draw(8)) - static_cast<std::int32_t>(burst / 2);
    const FlitStream s = stream(applied, 100, 1 + draw(20), burst);
    const std::int64_t now = 100 + draw(150), pace = 1 + draw(20), most = draw(15);
    ASSERT_EQ(s.gapless(now, pace, most), one_by_one(s, now, pace, most))
        << applied << " + " << burst << " every " << s.step << " at " << now << " pace " << pace;
    if (s.count(now) < 1 && s.time_of(1) != INT64_MAX) {
      ASSERT_EQ(s.count(s.time_of(1)), 1);
      ASSERT_EQ(s.count(s.time_of(1) - 1), 0);
    }
  }
}

TEST(FlitStream, AddsUpTheTimesOfThoseThatAreStillToCome) {
  FlitStream stream;
  stream.add(100, 10, 4);  // at 100, 110, 120, 130
  EXPECT_EQ(stream.times_after(99), 460u);
  EXPECT_EQ(stream.times_after(100), 360u);
  EXPECT_EQ(stream.times_after(125), 130u);
  EXPECT_EQ(stream.times_after(130), 0u);
  stream.take(3);
  EXPECT_EQ(stream.times_after(110), 250u) << "taken in advance or not, they come when they come";
}

}  // namespace
}  // namespace ebb::inline engine
