// Pauses and drops, rule by rule, on a switch made by hand.
#include <gtest/gtest.h>

#include "engine/control/agreement.hpp"
#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Two switches whose buffers hold `buffer` bytes and request a pause at `xoff`.
struct Pausing : TwoSwitches {
  explicit Pausing(FlowControl name, Bytes xoff = 2000_B, Bytes xon = 1000_B) {
    switches.flow.name = name;
    if (switches.flow.pauses()) switches.flow.xoff = xoff, switches.flow.xon = xon;
  }
};

std::vector<TimedEvent> timed_events_of(const EthernetTestSwitch& context, Kind kind) {
  std::vector<TimedEvent> timed_events;
  for (const TimedEvent& timed_event : context.scheduled)
    if (timed_event.kind == kind) timed_events.push_back(timed_event);
  return timed_events;
}

TEST(Pausing, WorkedExampleOfTheDocs) {
  // The buffer from host 0 holds 1,000 bytes when another 1,000 come, at 1,000,000 ps. The wire to host 0 is
  // busy until 1,150,000.
  Pausing network(FlowControl::pfc);
  EthernetTestSwitch context(network);
  context.out[0].free_at = 1'150'000;
  EXPECT_TRUE(EthernetFlow::admit(context, packet_at(context, 0)));
  EXPECT_TRUE(context.scheduled.empty());
  EXPECT_TRUE(EthernetFlow::admit(context, packet_at(context, 0)));
  ASSERT_EQ(timed_events_of(context, Kind::frame).size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 1'150'000);
  EXPECT_EQ(context.out[0].free_at, 1'162'800);
  context.now = 1'150'000;
  start_frame(context, 0);
  const auto pauses = timed_events_of(context, Kind::pause);
  ASSERT_EQ(pauses.size(), 1u);
  EXPECT_EQ(pauses[0].at, 1'150'000 + 12'800 + 40'000 + 100'000);
  EXPECT_EQ(pauses[0].amount & 0xffff, 1u);
  EXPECT_EQ(pauses[0].detail & AboutChannel::of_host, 1u);
  ASSERT_EQ(timed_events_of(context, Kind::refresh).size(), 1u);
  EXPECT_EQ(timed_events_of(context, Kind::refresh)[0].at, 1'150'000 + 65'535 * 12'800 / 2);
  // The host stays paused until the pause expires.
  context.now = 1'302'800;
  receive_pause(context, 0, true, pauses[0].amount);
  const PausedLane& lane = context.state.ethernet.paused[context.lane_of(network.net.host_port(0), 0)];
  EXPECT_EQ(lane.until, 1'302'800 + 65'535 * 12'800);
  EXPECT_TRUE(lane.in_force(context.now));
}

TEST(Pausing, AFrameThatWaitsForTheWireSaysTheNewest) {
  Pausing network(FlowControl::pfc);
  network.vcs = 2;
  EthernetTestSwitch context(network);
  context.out[2].free_at = 1'150'000;
  for (const unsigned vc : {0u, 1u})
    for (int i = 0; i < 2; ++i)
      EthernetFlow::admit(context, packet_at(context, 2, 1000, static_cast<std::uint16_t>(vc)));
  EXPECT_EQ(timed_events_of(context, Kind::frame).size(), 1u);
  context.now = 1'150'000;
  start_frame(context, 2);
  ASSERT_EQ(timed_events_of(context, Kind::pause).size(), 1u);
  EXPECT_EQ(timed_events_of(context, Kind::pause)[0].amount & 0xffff, 3u);
  EXPECT_EQ(context.pauses_requested, (std::vector<std::uint32_t>{1, 1}));
}

TEST(Pausing, WholePortsStopAllVirtualChannels) {
  Pausing network(FlowControl::pause);
  network.vcs = 2;
  EthernetTestSwitch context(network);
  for (int i = 0; i < 2; ++i) EthernetFlow::admit(context, packet_at(context, 2));
  ASSERT_EQ(timed_events_of(context, Kind::pause).size(), 1u);
  EXPECT_EQ(timed_events_of(context, Kind::pause)[0].amount & 0xffff, 3u);
}

TEST(Pausing, GoesOnWhenTheBufferHasDrained) {
  Pausing network(FlowControl::pfc);
  EthernetTestSwitch context(network);
  InLane& in = context.lane_at(2, 0);
  for (int i = 0; i < 2; ++i) EthernetFlow::admit(context, packet_at(context, 2));
  EthernetFlow::leave(context, in, packet_at(context, 2), context.now + 100'000);
  ASSERT_EQ(timed_events_of(context, Kind::drained).size(), 1u);
  context.now += 100'000;
  look_at_buffer(context, 2, 0);
  const auto pauses = timed_events_of(context, Kind::pause);
  ASSERT_EQ(pauses.size(), 2u);
  EXPECT_EQ(pauses[1].amount & 0xffff, 0u);
}

TEST(Pausing, RefreshesAsLongAsItMust) {
  Pausing network(FlowControl::pfc);
  EthernetTestSwitch context(network);
  for (int i = 0; i < 2; ++i) EthernetFlow::admit(context, packet_at(context, 2));
  context.now = timed_events_of(context, Kind::refresh)[0].at;
  refresh_pause(context, 2);
  EXPECT_EQ(timed_events_of(context, Kind::pause).size(), 2u);
  EXPECT_EQ(timed_events_of(context, Kind::refresh).size(), 2u);
}

TEST(Pausing, APausedChannelSendsNothingUntilThePauseIsOver) {
  Pausing network(FlowControl::pfc);
  EthernetTestSwitch context(network);
  receive_pause(context, 2, false, 1 | 1 << 16);
  arrive(context, OneWay{to_other_switch}, packet_at(context, 1));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_TRUE(EthernetFlow::is_paused(context, to_other_switch));
  const PausedLane& lane = context.state.ethernet.paused[context.lane_of(context.channel_at(2), 0)];
  ASSERT_EQ(timed_events_of(context, Kind::credit).size(), 1u);
  EXPECT_EQ(timed_events_of(context, Kind::credit)[0].at, lane.until);
  context.now = lane.until;
  receive_credit(context, to_other_switch, 0);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(lane.time_up_to(context.now + 5), lane.until - 1'000'000);
}

TEST(Pausing, KnowsWhichPauseHasCausedIt) {
  Pausing network(FlowControl::pfc);
  network.switches.output_queue = 1000_B;
  EthernetTestSwitch context(network);
  receive_pause(context, 2, false, 1 | 4 << 16);  // the other switch has paused us, as the fourth of a chain
  for (int i = 0; i < 3; ++i) {
    arrive(context, OneWay{to_other_switch}, packet_at(context, 0));
    context.now += 200'000;
  }
  // The first is in the output queue, the second waits for space there, the third requests a pause.
  EXPECT_EQ(context.pauses_requested, (std::vector<std::uint32_t>{5}));
}

TEST(Dropping, LosesWhatFindsNoSpace) {
  Pausing network(FlowControl::drop);
  network.switches.input_buffer = 2500_B;
  EthernetTestSwitch context(network);
  EXPECT_TRUE(EthernetFlow::admit(context, packet_at(context, 2)));
  EXPECT_TRUE(EthernetFlow::admit(context, packet_at(context, 2)));
  EXPECT_FALSE(EthernetFlow::admit(context, packet_at(context, 2)));
  EXPECT_TRUE(EthernetFlow::admit(context, packet_at(context, 2, 500)));
  EXPECT_EQ(context.dropped.size(), 1u);
  EXPECT_EQ(context.messages_lost, 1);
  EXPECT_TRUE(context.packets_sent.empty());
}

TEST(Dropping, AMessageThatLostAPacketIsLostOnceAndForgotten) {
  Pausing network(FlowControl::drop);
  network.switches.input_buffer = 1000_B;
  EthernetTestSwitch context(network);
  Packet part = packet_at(context, 2);
  part.parts = 3, part.route.to = 0, part.route.out = 1;
  EXPECT_TRUE(EthernetFlow::admit(context, part));
  EXPECT_FALSE(EthernetFlow::admit(context, part));
  EXPECT_FALSE(EthernetFlow::admit(context, part));
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_GE(context.packets_sent[0].at, context.now + context.state.lookahead);
  EXPECT_EQ(context.packets_sent[0].switch_id, 0u);
  for (const Packet& mark : std::vector<Packet>(context.packets_sent))
    EXPECT_FALSE(EthernetFlow::admit(context, mark));
  EXPECT_EQ(context.messages_lost, 0);
  deliver(context, part, context.now);
  EXPECT_EQ(context.messages_lost, 1);
  EXPECT_TRUE(context.completed.empty());
}

/// Leaves by port 2, or by port 1 while that is paused.
struct AroundPauses {
  template <class Depth>
  Hop route(SwitchId, Route&, const Depth& depth, std::uint64_t) const {
    return {static_cast<std::uint16_t>(depth.paused(Hop{2, 0}) ? 1 : 2), 0};
  }
};

TEST(Pausing, AHeadThatWaitsForAnOutputIsAskedAgainWhenThatIsPaused) {
  for (const bool asks : {true, false}) {
    Pausing network(FlowControl::pfc);
    network.switches.output_queue = 1500_B;
    EthernetTestSwitch context(network);
    context.state.reroutes_blocked = asks;
    context.out[2].free_at = context.now + 200'000;  // 1,000 bytes are on the wire: another 1,000 do not fit
    Packet packet = packet_at(context, 0);
    packet.route.out = 1;
    arrive(context, AroundPauses{}, packet);
    EXPECT_TRUE(context.cold_at(0).blocked_mask & 1);
    context.scheduled.clear();
    receive_pause(context, 2, false, 1 | 1 << 16);
    EXPECT_EQ(timed_events_of(context, Kind::input).size(), asks ? 1u : 0u);
    EXPECT_EQ(context.cold_at(0).blocked_mask & 1, asks ? 0 : 1);
    if (!asks) continue;
    serve_input(context, AroundPauses{}, 0);
    EXPECT_EQ(context.delivered.size(), 1u);  // by port 1, to the host there
    EXPECT_EQ(context.cold_at(0).in_mask, 0);
  }
}

}  // namespace
}  // namespace ebb::inline engine
