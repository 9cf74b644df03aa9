// What a controlled channel asks of those who use it, by hand: 40 Gb/s are 200 ps a byte, 10 Gb/s 800 and
// 2.5 Gb/s 3,200.
#include "engine/model/controlled.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine::controlled_test {
namespace {

const OneWay straight_on{to_other_switch};
constexpr PortId channel = 2;  // to the other switch

/// Nobody asks it.
struct Unasked final : Policy {
  LatencyGoal wanted;
  bool has_goal = false;
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLadder&) const override { return {view.rate, "same"}; }
  const LatencyGoal* goal() const override { return has_goal ? &wanted : nullptr; }
};

struct ControlledSwitches : TwoSwitches {
  static constexpr std::uint16_t slow = 0, middle = 1, fast = 2;
  Unasked policy;
  ControlledSwitches() {
    control = Control(RateLadder({{2'500'000'000}, 10_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  }
};

/// As packet_at(), but it came in at another rung.
Packet packet_of_rung(const TestSwitch& at, std::uint16_t rung) {
  Packet packet = packet_at(at, 0);
  packet.rate = static_cast<std::uint16_t>(at.out[0].link * at.state.rungs + rung);
  return packet;
}

void change_to(TestSwitch& at, std::uint16_t rung) {
  at.out[2].rate = static_cast<std::uint16_t>(at.out[2].link * at.state.rungs + rung);
}

TEST(MayStart, NothingAtOrAfterTheNextQuestion) {
  ControlledSwitches two;
  TestSwitch at(two);
  at.state.watch[channel].horizon = 1'050'000;
  EXPECT_TRUE(may_start(at, channel, 1'049'999));
  EXPECT_FALSE(may_start(at, channel, 1'050'000));
  EXPECT_TRUE(at.noted.empty()) << "the answer will look after what waits";
}

TEST(MayStart, NothingWhileAQuestionIsUnderWay) {
  ControlledSwitches two;
  TestSwitch at(two);
  at.state.watch[channel].asking = true;
  EXPECT_FALSE(may_start(at, channel, at.now));
}

TEST(MayStart, OnePacketAtATimeOnAWireThatGoesStepByStep) {
  ControlledSwitches two;
  TestSwitch at(two);
  at.state.watch[channel].step = true;
  EXPECT_TRUE(may_start(at, channel, at.now));
  at.out[2].free_at = 1'200'000;
  EXPECT_FALSE(may_start(at, channel, 1'200'000));
  EXPECT_FALSE(may_start(at, channel, 1'200'000));
  ASSERT_EQ(at.noted.size(), 1u) << "the wire is looked at once, when it is free";
  EXPECT_EQ(at.noted[0].kind, Kind::wire);
  EXPECT_EQ(at.noted[0].at, 1'200'000);
  EXPECT_EQ(at.noted[0].port, 2);
  EXPECT_EQ(at.noted[0].detail, 0);
  at.now = 1'200'000;
  EXPECT_TRUE(may_start(at, channel, at.now));
}

TEST(MayStart, WireOfAHostIsNamedByThePortItIsAttachedTo) {
  ControlledSwitches two;
  TestSwitch at(two);
  const PortId host = two.net.host_port(1);
  at.state.watch[host].step = true;
  at.outs[host].free_at = 1'200'000;
  EXPECT_FALSE(may_start(at, host, 1'200'000));
  ASSERT_EQ(at.noted.size(), 1u);
  EXPECT_EQ(at.noted[0].port, 1);
  EXPECT_EQ(at.noted[0].detail, AboutChannel::of_host);
}

TEST(MayStart, PacketThatMayNotWaitsInTheOutputQueue) {
  ControlledSwitches two;
  TestSwitch at(two);
  at.state.watch[channel].horizon = at.now;
  arrive(at, straight_on, packet_at(at, 0));
  EXPECT_TRUE(at.flown.empty());
  EXPECT_EQ(at.out[2].waiting, 1000u);
  EXPECT_EQ(at.cold_at(2).poll_mask, 0) << "it does not wait for credits";
  EXPECT_EQ(at.out[2].credit[0], 32'768);
  at.now = 1'500'000;
  at.state.watch[channel].horizon = 2'000'000;
  book_waiting(at, to_other_switch);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'500'000 + 140'000);
}

TEST(Held, PacketThatComesInSlowlyUntilItsTailIsNearEnough) {
  ControlledSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_of_rung(at, two.slow));
  // Its tail is here at 1,000,000 + 3,200,000. At 40 Gb/s it may leave 200,000 before.
  ASSERT_EQ(at.held.size(), 1u);
  EXPECT_EQ(at.held[0].packet.at, 4'000'000);
  EXPECT_EQ(at.held[0].packet.switch_id, 0u);
  EXPECT_EQ(at.held[0].packet.port, 2);
  EXPECT_EQ(at.held[0].packet.rate, at.out[2].rate);
  EXPECT_EQ(at.out[2].waiting, 1000u);
  EXPECT_EQ(at.out_lane(to_other_switch).waiting, 1000u);
  EXPECT_EQ(at.out[2].credit[0], 32'768);
  // Its space in the input comes back as if it had gone on.
  EXPECT_EQ(at.lane_at(0, 0).log.next_after(at.now), 4'200'000 + 140'000);
}

TEST(Held, PacketLeavesTheWireToOthers) {
  ControlledSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_of_rung(at, two.slow));
  arrive(at, straight_on, packet_at(at, 1));
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'140'000);
  EXPECT_EQ(at.out[2].waiting, 1000u);
}

TEST(Held, PacketThatIsReleasedGoesOnWithItsBytes) {
  ControlledSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_of_rung(at, two.slow));
  at.now = 4'000'000;
  release(at, at.held[0]);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 4'000'000 + 140'000);
  EXPECT_EQ(at.out[2].free_at, 4'200'000);
  EXPECT_EQ(at.out[2].waiting, 0u);
  EXPECT_EQ(at.out_lane(to_other_switch).waiting, 0u);
  EXPECT_EQ(at.out[2].bytes, 1000u);
}

TEST(Held, PacketGoesAtOnceWhenItsChannelHasBecomeSlower) {
  ControlledSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_of_rung(at, two.slow));
  change_to(at, two.middle);
  at.now = 4'000'000;
  release(at, at.held[0]);
  // At 10 Gb/s it takes 800,000: it could have left at 3,400,000 already.
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 4'000'000 + 140'000);
  EXPECT_EQ(at.out[2].free_at, 4'800'000);
}

TEST(Held, PacketIsHeldAgainWhenItsChannelHasBecomeFaster) {
  ControlledSwitches two;
  TestSwitch at(two);
  change_to(at, two.middle);
  arrive(at, straight_on, packet_of_rung(at, two.slow));
  ASSERT_EQ(at.held.size(), 1u);
  EXPECT_EQ(at.held[0].packet.at, 4'200'000 - 800'000);
  change_to(at, two.fast);
  at.now = 3'400'000;
  release(at, HeldPacket(at.held[0]));
  EXPECT_TRUE(at.flown.empty());
  ASSERT_EQ(at.held.size(), 2u);
  EXPECT_EQ(at.held[1].packet.at, 4'200'000 - 200'000) << "its tail is where it was";
  EXPECT_EQ(at.out[2].waiting, 1000u);
}

TEST(Held, PacketTakesRoomAndItsReleaseLetsOthersIn) {
  ControlledSwitches two;
  two.switches.output_queue = 1000_B;
  TestSwitch at(two);
  arrive(at, straight_on, packet_of_rung(at, two.slow));
  arrive(at, straight_on, packet_at(at, 1));
  EXPECT_EQ(at.cold_at(1).blocked_mask, 1);
  EXPECT_TRUE(at.noted.empty());
  at.now = 4'000'000;
  release(at, HeldPacket(at.held[0]));
  EXPECT_EQ(at.flown.size(), 1u);
  ASSERT_EQ(at.noted.size(), 1u);
  EXPECT_EQ(at.noted[0].kind, Kind::output);
  EXPECT_EQ(at.noted[0].at, 4'200'000);  // when the wire has sent it
}

TEST(WatchQueue, BringsTheQuestionForwardOnce) {
  ControlledSwitches two;
  TestSwitch at(two);
  at.state.watch[channel].ask_at = 1500;
  arrive(at, straight_on, packet_at(at, 0));
  EXPECT_TRUE(at.noted.empty());
  arrive(at, straight_on, packet_at(at, 1));  // with it, 2,000 bytes are queued
  ASSERT_EQ(at.noted.size(), 1u);
  EXPECT_EQ(at.noted[0].kind, Kind::control);
  EXPECT_EQ(at.noted[0].at, at.now);
  EXPECT_EQ(at.noted[0].port, 2);
  EXPECT_EQ(at.noted[0].detail, AboutChannel::by_queue);
  EXPECT_EQ(at.flown.size(), 1u) << "the second one waits for the answer";
  arrive(at, straight_on, packet_at(at, 0));
  EXPECT_EQ(at.noted.size(), 1u);
}

TEST(WatchQueue, OfAHostCountsWhatWaitsAtTheSource) {
  ControlledSwitches two;
  TestSwitch at(two);
  const Channel host{two.net.host_port(1), 1, true};
  at.outs[host.id].free_at = at.now + 100'001;
  at.state.host[1].backlog = 2000;
  EXPECT_EQ(bytes_queued(at, host), 2500);
  at.state.watch[host.id].ask_at = 2501;
  watch_queue(at, host);
  EXPECT_TRUE(at.noted.empty());
  watch_queue(at, host, 1);
  ASSERT_EQ(at.noted.size(), 1u);
  EXPECT_EQ(at.noted[0].port, 1);
  EXPECT_EQ(at.noted[0].detail, AboutChannel::of_host | AboutChannel::by_queue);
}

TEST(Miss, BringsTheQuestionForwardOnceEnoughHasMissedTheChannel) {
  ControlledSwitches two;
  TestSwitch at(two);
  at.state.controls[channel].ask_missed = 2500;
  miss(at, 2, 1000), miss(at, 2, 1000);
  EXPECT_TRUE(at.noted.empty());
  miss(at, 2, 500), miss(at, 2, 500);
  ASSERT_EQ(at.noted.size(), 1u);
  EXPECT_EQ(at.noted[0].kind, Kind::control);
  EXPECT_EQ(at.noted[0].detail, AboutChannel::by_missed);
  EXPECT_EQ(at.state.controls[channel].missed, 3000);
}

/// Two packets, ready at 1,000,000 and 1,100,000, leave a slow wire at 1,800,000 and 2,600,000.
Lateness late_on(TestSwitch& at, PortId wire) {
  count_lateness(at, wire, 0, 1'000'000, 1000, 1'800'000);
  count_lateness(at, wire, 0, 1'100'000, 1000, 2'600'000);
  return at.lateness;
}

TEST(Lateness, OfAWireIsCountedAgainstOneOfFullRate) {
  ControlledSwitches two;
  two.policy.has_goal = true;
  TestSwitch at(two);
  // At full rate they would have left at 1,200,000 and, one after the other, at 1,400,000.
  EXPECT_EQ(late_on(at, channel).by_wires, 600'000 + 1'200'000);
  EXPECT_EQ(at.state.watch[channel].packets, 2);
}

TEST(Lateness, InAllIsCountedAgainstAWireWithoutOthersButForThoseOfTheSameSource) {
  ControlledSwitches two;
  two.policy.has_goal = true;
  TestSwitch at(two), source(two);
  // On a switch's wire the second one would have left at 1,300,000, on a host's at 1,400,000.
  EXPECT_EQ(late_on(at, channel).in_all, 600'000 + 1'300'000);
  EXPECT_EQ(late_on(source, two.net.host_port(0)).in_all, 600'000 + 1'200'000);
}

TEST(Lateness, ByItsWireIsNoneForTheTimeWithoutCredits) {
  ControlledSwitches two;
  two.policy.has_goal = true;
  TestSwitch at(two);
  at.state.able_from[at.lane_of(channel, 0)] = 1'500'000;
  count_lateness(at, channel, 0, 1'000'000, 1000, 1'800'000);
  EXPECT_EQ(at.lateness.by_wires, 100'000);
  EXPECT_EQ(at.lateness.in_all, 600'000);
}

}  // namespace
}  // namespace ebb::inline engine::controlled_test
