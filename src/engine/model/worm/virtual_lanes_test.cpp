#include "engine/model/worm/virtual_lanes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ebb::inline engine {
namespace {

/// Lanes of one virtual channel with these turns, in flits.
VirtualLanes lanes_of(std::vector<std::int32_t> turns, unsigned high = 0, std::int64_t limit = 0) {
  VirtualLanes lanes;
  lanes.count = static_cast<unsigned>(turns.size());
  std::copy(turns.begin(), turns.end(), lanes.turn_of);
  lanes.high = high, lanes.limit = limit;
  return lanes;
}

/// The lanes that send a packet each, one after the other, while those of a mask always have one. `flits` are
/// those of a packet, by lane.
std::string order_of(const VirtualLanes& lanes, unsigned ready, std::vector<std::int32_t> flits,
                     int packets) {
  LaneArbiter arbiter;
  std::string order;
  for (int i = 0; i < packets; ++i) {
    const unsigned lane = arbiter.next(lanes, ready);
    arbiter.sent(lanes, lane, flits[lane], false);
    order += static_cast<char>('0' + lane);
  }
  return order;
}

TEST(VirtualLanes, TakeTurnsOfAsManyPacketsAsTheyWeigh) {
  const VirtualLanes lanes = lanes_of({12, 4});
  EXPECT_EQ(order_of(lanes, 0b11, {4, 4}, 8), "10001000");  // whatever lane came before: lane 1 starts
  EXPECT_EQ(order_of(lanes, 0b01, {4, 4}, 4), "0000");
  EXPECT_EQ(order_of(lanes_of({4, 4, 4}), 0b111, {4, 4, 4}, 6), "120120");
  EXPECT_EQ(order_of(lanes_of({4, 4, 4}), 0b101, {4, 4, 4}, 4), "2020");
}

TEST(VirtualLanes, SharesAreThoseOfTheWeightsWhateverTheSizesOfPackets) {
  // Packets of 7 flits against packets of 2, turns of 21 and 7: in the long run three flits for one.
  const VirtualLanes lanes = lanes_of({21, 7});
  LaneArbiter arbiter;
  std::array<std::int64_t, 2> sent{};
  for (int i = 0; i < 10'000; ++i) {
    const unsigned lane = arbiter.next(lanes, 0b11);
    const std::int32_t flits = lane == 0 ? 2 : 7;
    arbiter.sent(lanes, lane, flits, false);
    sent[lane] += flits;
  }
  EXPECT_NEAR(static_cast<double>(sent[0]) / static_cast<double>(sent[1]), 3, 0.003);
}

TEST(VirtualLanes, FlitsThatFollowWithoutAGapAreOneTurn) {
  const VirtualLanes lanes = lanes_of({4, 4});
  LaneArbiter whole, cut;
  whole.sent(lanes, 1, 4, false);
  for (int i = 0; i < 4; ++i) cut.sent(lanes, 1, 1, i > 0);
  EXPECT_EQ(whole.next(lanes, 0b11), cut.next(lanes, 0b11));
  EXPECT_EQ(whole.of_low.left[1], cut.of_low.left[1]);
}

TEST(VirtualLanes, HighPriorityGoesFirstUpToItsLimit) {
  // Packets of 4 flits; lane 0 goes before lane 1, for 12 flits while that one waits.
  EXPECT_EQ(order_of(lanes_of({4, 4}, 0b01, 12), 0b11, {4, 4}, 12), "000100010001");
  EXPECT_EQ(order_of(lanes_of({4, 4}, 0b01, 0), 0b11, {4, 4}, 6), "010101");   // one packet
  EXPECT_EQ(order_of(lanes_of({4, 4}, 0b01, 12), 0b01, {4, 4}, 6), "000000");  // no other lane waits
  // Two lanes of high priority share their part; the others share what remains.
  EXPECT_EQ(order_of(lanes_of({4, 4, 4, 4}, 0b0011, 8), 0b1111, {4, 4, 4, 4}, 9), "102103102");
}

TEST(VirtualLanes, ServiceLevelsLeadToLanes) {
  LaneSettings settings;
  settings.count = 4;
  EXPECT_EQ(settings.lane_of(6), 2u);
  settings.map = {3, 3, 0};
  EXPECT_EQ(settings.lane_of(0), 3u);
  EXPECT_EQ(settings.lane_of(2), 0u);
  EXPECT_EQ(settings.shares_of_levels(), (std::vector<std::int64_t>{1, 1, 1}));
}

}  // namespace
}  // namespace ebb::inline engine
