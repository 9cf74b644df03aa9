#include "power/control/state_meter.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace ebb::inline power {
namespace {

using Times = std::vector<std::int64_t>;

/// A channel of three rate levels that begins at the fastest.
struct Metered {
  StateMeter meter;
  Times booked = Times(6, 0);
  std::size_t level = 2;

  void change(std::size_t to, std::int64_t begin, std::int64_t end) {
    meter.book_change(booked, level, to, begin, end);
    level = to;
  }
  Times at(std::int64_t now) const {
    Times sum(6, 0);
    meter.add_times(booked, level, now, sum);
    return sum;
  }
};

TEST(StateMeter, CountsTheStateThatItIsInUpToNow) {
  const Metered channel;
  EXPECT_EQ(channel.at(0), (Times{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(channel.at(500), (Times{0, 0, 500, 0, 0, 0}));
}

TEST(StateMeter, ChargesAChangeAsTheFasterOfItsRungs) {
  Metered channel;
  channel.change(0, 1000, 1300);
  EXPECT_EQ(channel.at(2000), (Times{700, 0, 1000, 0, 0, 300}));
  channel.change(1, 2000, 2100);
  EXPECT_EQ(channel.at(2100), (Times{700, 0, 1000, 0, 100, 300}));
}

TEST(StateMeter, KnowsEveryMomentOfAChangeThatIsBookedAhead) {
  Metered channel;
  channel.change(0, 1000, 1300);  // decided at 900, when a packet had the wire until 1,000
  EXPECT_EQ(channel.at(900), (Times{0, 0, 900, 0, 0, 0}));
  EXPECT_EQ(channel.at(1000), (Times{0, 0, 1000, 0, 0, 0}));
  EXPECT_EQ(channel.at(1001), (Times{0, 0, 1000, 0, 0, 1}));
  EXPECT_EQ(channel.at(1300), (Times{0, 0, 1000, 0, 0, 300}));
  EXPECT_EQ(channel.at(1301), (Times{1, 0, 1000, 0, 0, 300}));
}

TEST(StateMeter, ChangeThatTakesNoTimeLosesNone) {
  Metered channel;
  channel.change(1, 1000, 1000);
  channel.change(0, 1000, 1000);
  EXPECT_EQ(channel.at(1500), (Times{500, 0, 1000, 0, 0, 0}));
}

TEST(StateMeter, TellsHowLongTheChannelHasBeenSilent) {
  Metered channel;
  EXPECT_EQ(channel.meter.transition_until(500), 0);
  channel.change(0, 1000, 1300);
  EXPECT_EQ(channel.meter.transition_until(900), 0);
  EXPECT_EQ(channel.meter.transition_until(1000), 0);
  EXPECT_EQ(channel.meter.transition_until(1100), 100);
  EXPECT_EQ(channel.meter.transition_until(5000), 300);
  channel.change(1, 6000, 6050);
  EXPECT_EQ(channel.meter.transition_until(6010), 310);
}

TEST(StateMeter, AddsToWhatOthersHaveCounted) {
  const Metered channel;
  Times sum(6, 10);
  channel.meter.add_times(channel.booked, channel.level, 90, sum);
  EXPECT_EQ(sum, (Times{10, 10, 100, 10, 10, 10}));
}

RC_GTEST_PROP(StateMeter, LosesNoPicosecondWhateverChangesAndWhenever, ()) {
  Metered channel;
  std::int64_t now = 0;
  Times before(6, 0);
  for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
    now = std::max(now, channel.meter.since);  // one change at a time
    const std::int64_t begin = now + *rc::gen::inRange<std::int64_t>(0, 1000);
    const auto to = (channel.level + *rc::gen::inRange<std::size_t>(1, 3)) % 3;
    channel.change(to, begin, begin + *rc::gen::inRange<std::int64_t>(0, 500));
    // Before, in and after the change, but never before an earlier query.
    for (int asks = *rc::gen::inRange(0, 4); asks > 0; --asks) {
      now += *rc::gen::inRange<std::int64_t>(0, 800);
      const Times times = channel.at(now);
      RC_ASSERT(std::accumulate(times.begin(), times.end(), std::int64_t{0}) == now);
      for (std::size_t state = 0; state < 6; ++state) RC_ASSERT(times[state] >= before[state]);
      RC_ASSERT(channel.meter.transition_until(now) == times[3] + times[4] + times[5]);
      before = times;
    }
  }
}

}  // namespace
}  // namespace ebb::inline power
