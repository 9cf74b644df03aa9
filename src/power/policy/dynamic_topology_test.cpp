#include "power/policy/dynamic_topology.hpp"

#include <gtest/gtest.h>

#include "power/policy/policy_testing.hpp"

namespace ebb::inline power {
namespace {

const RateLevels on_off({{0}, 40_Gbps});

DynamicTopology policy() {
  DynamicTopology p;
  p.off_below = 0.1, p.ring_above = 0.2, p.chord_above = 0.3, p.quiet_epochs = 2;
  EXPECT_TRUE(p.check().empty());
  EXPECT_TRUE(p.fit(on_off, {.epoch = 10_us}).empty());
  return p;
}

/// After an epoch in which 50,000 bytes are full load.
ChannelView view(int stage, Bytes sent, ChannelMemory memory = {}) {
  ChannelView v = after_epoch(40_Gbps, sent, {}, memory);
  v.stage = stage;
  return v;
}
ChannelView diverted(int stage, Bytes bytes, Picoseconds since) {
  ChannelView v = view(stage, 0_B, {.bits = 1});
  v.rate = {0}, v.diverted = bytes, v.since = since, v.cause = Cause::diverted;
  return v;
}

TEST(DynamicTopology, LinesAndHostsAreNeverOff) {
  for (const Bytes sent : {0_B, 100_B, 50'000_B})
    EXPECT_EQ(policy().decide(view(0, sent, {.level = 100}), on_off).want, 40_Gbps);
}

TEST(DynamicTopology, CableGoesOffAfterQuietEpochsInARow) {
  const DynamicTopology p = policy();
  const Decision first = p.decide(view(2, 4'999_B), on_off);
  EXPECT_EQ(first.want, 40_Gbps);
  const Decision second = p.decide(view(2, 4'999_B, first.memory), on_off);
  EXPECT_EQ(second.want, BitsPerSecond{0});
  EXPECT_EQ(second.evaluate_after, Decision::never);
  EXPECT_EQ(second.evaluate_at_diverted, 15'000_B);  // 0.3 of an epoch's 50,000
  const Decision busy = p.decide(view(2, 5'000_B, first.memory), on_off);
  EXPECT_EQ(busy.want, 40_Gbps);
  EXPECT_EQ(busy.memory.level, 0);  // starts counting again
}

TEST(DynamicTopology, CableStaysOnWhenTheWayRoundHasNoRoom) {
  const DynamicTopology p = policy();  // room for 0.6
  ChannelView v = view(2, 4'000_B, {.level = 5});
  v.detour_load = 0.52;
  EXPECT_EQ(p.decide(v, on_off).want, BitsPerSecond{0});
  v.detour_load = 0.53;
  EXPECT_EQ(p.decide(v, on_off).want, 40_Gbps);
}

TEST(DynamicTopology, CableComesOnWhenEnoughMissesItInTime) {
  const DynamicTopology p = policy();
  EXPECT_EQ(p.decide(diverted(2, 15'000_B, 10_us), on_off).want, 40_Gbps);
  EXPECT_EQ(p.decide(diverted(2, 14'999_B, 10_us), on_off).want, BitsPerSecond{0});
  EXPECT_EQ(p.decide(diverted(2, 15'000_B, 11_us), on_off).want, BitsPerSecond{0});
  EXPECT_EQ(p.decide(diverted(2, 14'000_B, 1_us), on_off).want, BitsPerSecond{0});  // a burst is no load
  EXPECT_EQ(p.decide(diverted(1, 10'000_B, 10_us), on_off).want, 40_Gbps);
  const Decision still = p.decide(diverted(1, 1'000_B, 10_us), on_off);
  EXPECT_EQ(still.want, BitsPerSecond{0});
  EXPECT_EQ(still.evaluate_at_diverted, 10'000_B);
  EXPECT_EQ(still.memory.bits, 1u);
}

TEST(DynamicTopology, TheTorusComesFirstAndGoesLast) {
  DynamicTopology p = policy();
  ChannelView chord = diverted(2, 20'000_B, 10_us);
  chord.stage_before_up = false;
  EXPECT_EQ(p.decide(chord, on_off).want, BitsPerSecond{0});
  chord.diverted = 30'000_B;  // twice as much: the ring would be of no use to it
  EXPECT_EQ(p.decide(chord, on_off).want, 40_Gbps);
  ChannelView ring = view(1, 0_B, {.level = 10});
  ring.stage_after_up = true;
  EXPECT_EQ(p.decide(ring, on_off).want, 40_Gbps);
  ring.stage_after_up = false;
  EXPECT_EQ(p.decide(ring, on_off).want, BitsPerSecond{0});
  p.in_order = false;
  ring.stage_after_up = true;
  EXPECT_EQ(p.decide(ring, on_off).want, BitsPerSecond{0});
  chord.diverted = 15'000_B;
  EXPECT_EQ(p.decide(chord, on_off).want, 40_Gbps);
}

TEST(DynamicTopology, IsOffInItsMindWhileTheOtherDirectionKeepsTheCableOn) {
  ChannelView slow = diverted(2, 15'000_B, 10_us);
  slow.rate = {2'500'000'000};
  EXPECT_EQ(policy().decide(slow, rates_with_off).want, 40_Gbps);
  slow.diverted = 0_B;
  EXPECT_EQ(policy().decide(slow, rates_with_off).want, BitsPerSecond{0});
}

TEST(DynamicTopology, StrandsNothing) {
  ChannelView v = diverted(2, 0_B, 10_us);
  v.queued = 1_B, v.cause = Cause::queue;
  EXPECT_EQ(policy().decide(v, on_off).want, 40_Gbps);
}

TEST(DynamicTopology, ChannelsThatAreOnMayFollowTheirLoad) {
  DynamicTopology p = policy();
  p.rate = RateWhenOn::halve_double;
  EXPECT_EQ(p.decide(view(0, 10'000_B), infiniband_rates).want, 20_Gbps);
  EXPECT_EQ(p.decide(view(2, 10'000_B), infiniband_rates).want, 20_Gbps);
  EXPECT_EQ(p.decide(view(2, 30'000_B), infiniband_rates).want, 40_Gbps);
}

TEST(DynamicTopology, RefusesThresholdsThatWouldFlapAndChannelsWithoutAnOffState) {
  DynamicTopology p = policy();
  p.chord_above = 0.1;
  ASSERT_EQ(p.check().size(), 1u);
  EXPECT_EQ(p.check()[0].where, "chord_above");
  p.chord_above = 2, p.quiet_epochs = 0;
  EXPECT_EQ(p.check().size(), 2u);
  EXPECT_EQ(policy().fit(infiniband_rates, {.epoch = 10_us}).size(), 1u);
}

}  // namespace
}  // namespace ebb::inline power
