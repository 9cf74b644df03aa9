// The rules of a controlled channel, by hand: 40 Gb/s are 200 ps a byte, 10 Gb/s 800 and 2.5 Gb/s 3,200.
#include "engine/model/controlled.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine::controlled_test {
namespace {

const OneWay straight_on{to_other_switch};
constexpr PortId channel = 2;  // to the other switch

/// It is never evaluated.
struct Unasked final : Policy {
  LatencyBound wanted;
  bool has_latency_bound = false;
  Problems check() const override { return {}; }
  Decision decide(const ChannelView& view, const RateLevels&) const override { return {view.rate, "same"}; }
  Requirements requirements() const override {
    return {.latency_bound = has_latency_bound ? std::optional(wanted) : std::nullopt};
  }
};

struct ControlledSwitches : TwoSwitches {
  static constexpr std::uint16_t slow = 0, middle = 1, fast = 2;
  Unasked policy;
  ControlledSwitches() {
    control = Control(RateLevels({{2'500'000'000}, 10_Gbps, 40_Gbps}), policy, 10_us, 1_us);
  }
};

/// As packet_at(), but it came in at another rate level.
Packet packet_of_level(const TestSwitch& context, std::uint16_t level) {
  Packet packet = packet_at(context, 0);
  packet.rate = static_cast<std::uint16_t>(context.out[0].link * context.state.level_count + level);
  return packet;
}

void change_to(TestSwitch& context, std::uint16_t level) {
  context.out[2].rate = static_cast<std::uint16_t>(context.out[2].link * context.state.level_count + level);
}

TEST(MayStart, NothingAtOrAfterTheNextQuestion) {
  ControlledSwitches two;
  TestSwitch context(two);
  context.state.watch[channel].booking_limit = 1'050'000;
  EXPECT_TRUE(may_start(context, channel, 1'049'999));
  EXPECT_FALSE(may_start(context, channel, 1'050'000));
  EXPECT_TRUE(context.scheduled.empty()) << "the answer will look after what waits";
}

TEST(MayStart, NothingWhileAQuestionIsUnderWay) {
  ControlledSwitches two;
  TestSwitch context(two);
  context.state.watch[channel].evaluation_pending = true;
  EXPECT_FALSE(may_start(context, channel, context.now));
}

TEST(MayStart, OnePacketAtATimeOnAWireThatGoesStepByStep) {
  ControlledSwitches two;
  TestSwitch context(two);
  context.state.watch[channel].step = true;
  EXPECT_TRUE(may_start(context, channel, context.now));
  context.out[2].free_at = 1'200'000;
  EXPECT_FALSE(may_start(context, channel, 1'200'000));
  EXPECT_FALSE(may_start(context, channel, 1'200'000));
  ASSERT_EQ(context.scheduled.size(), 1u) << "the wire is looked at once, when it is free";
  EXPECT_EQ(context.scheduled[0].kind, Kind::wire);
  EXPECT_EQ(context.scheduled[0].at, 1'200'000);
  EXPECT_EQ(context.scheduled[0].port, 2);
  EXPECT_EQ(context.scheduled[0].detail, 0);
  context.now = 1'200'000;
  EXPECT_TRUE(may_start(context, channel, context.now));
}

TEST(MayStart, WireOfAHostIsNamedByThePortItIsAttachedTo) {
  ControlledSwitches two;
  TestSwitch context(two);
  const PortId host = two.net.host_port(1);
  context.state.watch[host].step = true;
  context.outs[host].free_at = 1'200'000;
  EXPECT_FALSE(may_start(context, host, 1'200'000));
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].port, 1);
  EXPECT_EQ(context.scheduled[0].detail, AboutChannel::of_host);
}

TEST(MayStart, PacketThatMayNotWaitsInTheOutputQueue) {
  ControlledSwitches two;
  TestSwitch context(two);
  context.state.watch[channel].booking_limit = context.now;
  arrive(context, straight_on, packet_at(context, 0));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.out[2].waiting, 1000u);
  EXPECT_EQ(context.cold_at(2).poll_mask, 0) << "it does not wait for credits";
  EXPECT_EQ(context.out[2].credit[0], 32'768);
  context.now = 1'500'000;
  context.state.watch[channel].booking_limit = 2'000'000;
  book_waiting(context, to_other_switch);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'500'000 + 140'000);
}

TEST(Held, PacketThatComesInSlowlyUntilItsTailIsNearEnough) {
  ControlledSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_of_level(context, two.slow));
  // Its tail is here at 1,000,000 + 3,200,000. At 40 Gb/s it may leave 200,000 before.
  ASSERT_EQ(context.held.size(), 1u);
  EXPECT_EQ(context.held[0].packet.at, 4'000'000);
  EXPECT_EQ(context.held[0].packet.switch_id, 0u);
  EXPECT_EQ(context.held[0].packet.port, 2);
  EXPECT_EQ(context.held[0].packet.rate, context.out[2].rate);
  EXPECT_EQ(context.out[2].waiting, 1000u);
  EXPECT_EQ(context.out_lane(to_other_switch).waiting, 1000u);
  EXPECT_EQ(context.out[2].credit[0], 32'768);
  // Its credit comes back as if it had gone on.
  EXPECT_EQ(context.lane_at(0, 0).log.next_after(context.now), 4'200'000 + 140'000);
}

TEST(Held, PacketLeavesTheWireToOthers) {
  ControlledSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_of_level(context, two.slow));
  arrive(context, straight_on, packet_at(context, 1));
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'140'000);
  EXPECT_EQ(context.out[2].waiting, 1000u);
}

TEST(Held, PacketThatIsReleasedGoesOnWithItsBytes) {
  ControlledSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_of_level(context, two.slow));
  context.now = 4'000'000;
  release(context, context.held[0]);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 4'000'000 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 4'200'000);
  EXPECT_EQ(context.out[2].waiting, 0u);
  EXPECT_EQ(context.out_lane(to_other_switch).waiting, 0u);
  EXPECT_EQ(context.out[2].bytes, 1000u);
}

TEST(Held, PacketGoesAtOnceWhenItsChannelHasBecomeSlower) {
  ControlledSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_of_level(context, two.slow));
  change_to(context, two.middle);
  context.now = 4'000'000;
  release(context, context.held[0]);
  // At 10 Gb/s it takes 800,000: it could have left at 3,400,000 already.
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 4'000'000 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 4'800'000);
}

TEST(Held, PacketIsHeldAgainWhenItsChannelHasBecomeFaster) {
  ControlledSwitches two;
  TestSwitch context(two);
  change_to(context, two.middle);
  arrive(context, straight_on, packet_of_level(context, two.slow));
  ASSERT_EQ(context.held.size(), 1u);
  EXPECT_EQ(context.held[0].packet.at, 4'200'000 - 800'000);
  change_to(context, two.fast);
  context.now = 3'400'000;
  release(context, HeldPacket(context.held[0]));
  EXPECT_TRUE(context.packets_sent.empty());
  ASSERT_EQ(context.held.size(), 2u);
  EXPECT_EQ(context.held[1].packet.at, 4'200'000 - 200'000) << "its tail is where it was";
  EXPECT_EQ(context.out[2].waiting, 1000u);
}

TEST(Held, PacketThatWaitedForAnEvaluationThatMadeItsChannelFaster) {
  ControlledSwitches two;
  TestSwitch context(two);
  change_to(context, two.slow);
  context.state.watch[channel].booking_limit = context.now;
  arrive(context, straight_on, packet_of_level(context, two.slow));
  EXPECT_TRUE(context.held.empty()) << "its tail is near enough for the slow wire";
  change_to(context, two.fast);
  context.state.watch[channel].booking_limit = INT64_MAX;
  book_waiting(context, to_other_switch);
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.out[2].busy, 0) << "a wire with a gap would count as busy for too long";
  ASSERT_EQ(context.held.size(), 1u);
  EXPECT_EQ(context.held[0].packet.at, 4'200'000 - 200'000);
  EXPECT_EQ(context.out[2].waiting, 1000u);
  EXPECT_EQ(context.out[2].wait_mask, 0);
}

TEST(Held, PacketTakesRoomAndItsReleaseLetsOthersIn) {
  ControlledSwitches two;
  two.switches.output_queue = 1000_B;
  TestSwitch context(two);
  arrive(context, straight_on, packet_of_level(context, two.slow));
  arrive(context, straight_on, packet_at(context, 1));
  EXPECT_EQ(context.cold_at(1).blocked_mask, 1);
  EXPECT_TRUE(context.scheduled.empty());
  context.now = 4'000'000;
  release(context, HeldPacket(context.held[0]));
  EXPECT_EQ(context.packets_sent.size(), 1u);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::output);
  EXPECT_EQ(context.scheduled[0].at, 4'200'000);  // when the wire has sent it
}

TEST(WatchQueue, BringsTheQuestionForwardOnce) {
  ControlledSwitches two;
  TestSwitch context(two);
  context.state.watch[channel].evaluate_at = 1500;
  arrive(context, straight_on, packet_at(context, 0));
  EXPECT_TRUE(context.scheduled.empty());
  arrive(context, straight_on, packet_at(context, 1));  // with it, 2,000 bytes are queued
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::control);
  EXPECT_EQ(context.scheduled[0].at, context.now);
  EXPECT_EQ(context.scheduled[0].port, 2);
  EXPECT_EQ(context.scheduled[0].detail, AboutChannel::by_queue);
  EXPECT_EQ(context.packets_sent.size(), 1u) << "the second one waits for the answer";
  arrive(context, straight_on, packet_at(context, 0));
  EXPECT_EQ(context.scheduled.size(), 1u);
}

TEST(WatchQueue, OfAHostCountsWhatWaitsAtTheSource) {
  ControlledSwitches two;
  TestSwitch context(two);
  const Channel host{two.net.host_port(1), 1, true};
  context.outs[host.id].free_at = context.now + 100'001;
  context.state.host[1].backlog = 2000;
  EXPECT_EQ(bytes_queued(context, host), 2500);
  context.state.watch[host.id].evaluate_at = 2501;
  watch_queue(context, host);
  EXPECT_TRUE(context.scheduled.empty());
  watch_queue(context, host, 1);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].port, 1);
  EXPECT_EQ(context.scheduled[0].detail, AboutChannel::of_host | AboutChannel::by_queue);
}

TEST(Miss, BringsTheQuestionForwardOnceEnoughHasMissedTheChannel) {
  ControlledSwitches two;
  TestSwitch context(two);
  context.state.control.channels[channel].evaluate_at_diverted = 2500;
  divert(context, 2, 1000), divert(context, 2, 1000);
  EXPECT_TRUE(context.scheduled.empty());
  divert(context, 2, 500), divert(context, 2, 500);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::control);
  EXPECT_EQ(context.scheduled[0].detail, AboutChannel::by_diverted);
  EXPECT_EQ(context.state.control.channels[channel].diverted, 3000);
}

/// Two packets, ready at 1,000,000 and 1,100,000, leave a slow wire at 1,800,000 and 2,600,000.
AddedDelay late_on(TestSwitch& context, PortId wire) {
  count_added_delay(context, wire, 0, 1'000'000, 1000, 1'800'000);
  count_added_delay(context, wire, 0, 1'100'000, 1000, 2'600'000);
  return context.added_delay;
}

TEST(AddedDelay, OfAWireIsCountedAgainstOneOfFullRate) {
  ControlledSwitches two;
  two.policy.has_latency_bound = true;
  TestSwitch context(two);
  // At full rate they would have left at 1,200,000 and, one after the other, at 1,400,000.
  EXPECT_EQ(late_on(context, channel).by_wires, 600'000 + 1'200'000);
  EXPECT_EQ(context.state.watch[channel].packets, 2);
}

TEST(AddedDelay, InAllIsCountedAgainstAWireWithoutOthersButForThoseOfTheSameSource) {
  ControlledSwitches two;
  two.policy.has_latency_bound = true;
  TestSwitch context(two), source(two);
  // On a switch's wire the second one would have left at 1,300,000, on a host's at 1,400,000.
  EXPECT_EQ(late_on(context, channel).in_all, 600'000 + 1'300'000);
  EXPECT_EQ(late_on(source, two.net.host_port(0)).in_all, 600'000 + 1'200'000);
}

TEST(AddedDelay, ByItsWireIsNoneForTheTimeWithoutCredits) {
  ControlledSwitches two;
  two.policy.has_latency_bound = true;
  TestSwitch context(two);
  context.state.control.able_from[context.lane_of(channel, 0)] = 1'500'000;
  count_added_delay(context, channel, 0, 1'000'000, 1000, 1'800'000);
  EXPECT_EQ(context.added_delay.by_wires, 100'000);
  EXPECT_EQ(context.added_delay.in_all, 600'000);
}

}  // namespace
}  // namespace ebb::inline engine::controlled_test
