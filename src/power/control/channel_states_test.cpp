#include "power/control/channel_states.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ebb::inline power {
namespace {

LinkPower row(BitsPerSecond rate, std::int64_t lanes) {
  LinkPower r;
  r.rate = rate, r.lanes = lanes;
  return r;
}

WakeTime time_of(Change kind, Picoseconds least, Picoseconds most) {
  WakeTime w;
  w.kind = kind;
  w.least = {least, Source::measured, "", least.v > 0}, w.most = {most, Source::measured, "", most.v > 0};
  return w;
}

TEST(ChannelStates, AreTheRatesInAscendingOrderUpToTheFullOne) {
  Device d;
  d.links = {row(40_Gbps, 4), row(100_Gbps, 4), row(10_Gbps, 1),
             row({0}, 0),     row(10_Gbps, 4),  row({LinkPower::any_rate}, 0)};
  const ChannelStates states = channel_states(d, 40_Gbps);
  EXPECT_THAT(states.rates, testing::ElementsAre(10_Gbps, 40_Gbps));
  EXPECT_THAT(states.lanes, testing::ElementsAre(1, 4));
  EXPECT_TRUE(states.has_off);
}

TEST(ChannelStates, KnowNoLanesWhenOneIsNotStated) {
  Device d;
  d.links = {row(40_Gbps, 4), row(10_Gbps, 0)};
  EXPECT_TRUE(channel_states(d, 40_Gbps).lanes.empty());
}

TEST(ChannelStates, TakeTheLongestTimeOfAKind) {
  Device d;
  d.wake = {time_of(Change::wake, 1_us, 3_us), time_of(Change::wake, 2_us, {}),
            time_of(Change::other, 9_us, 9_us)};
  const ChannelStates states = channel_states(d, 40_Gbps);
  EXPECT_EQ(states.wake, 3_us);
  EXPECT_FALSE(states.any || states.relock || states.lane_change || states.sleep);
}

}  // namespace
}  // namespace ebb::inline power
