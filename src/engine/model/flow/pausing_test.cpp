// Pauses and drops, rule by rule, on a switch made by hand.
#include <gtest/gtest.h>

#include "engine/control/agreement.hpp"
#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Two switches whose buffers hold `buffer` bytes and ask for a pause at `stop`.
struct Pausing : TwoSwitches {
  explicit Pausing(FlowControl name, Bytes stop = 2000_B, Bytes go = 1000_B) {
    switches.flow.name = name;
    if (switches.flow.pauses()) switches.flow.stop = stop, switches.flow.go = go;
  }
};

std::vector<Note> notes_of(const EthernetTestSwitch& at, Kind kind) {
  std::vector<Note> notes;
  for (const Note& note : at.noted)
    if (note.kind == kind) notes.push_back(note);
  return notes;
}

TEST(Pausing, WorkedExampleOfTheDocs) {
  // The buffer from host 0 holds 1,000 bytes when another 1,000 come, at 1,000,000 ps. The wire to host 0 is
  // busy until 1,150,000.
  Pausing network(FlowControl::class_pause);
  EthernetTestSwitch at(network);
  at.out[0].free_at = 1'150'000;
  EXPECT_TRUE(EthernetFlow::admit(at, packet_at(at, 0)));
  EXPECT_TRUE(at.noted.empty());
  EXPECT_TRUE(EthernetFlow::admit(at, packet_at(at, 0)));
  ASSERT_EQ(notes_of(at, Kind::frame).size(), 1u);
  EXPECT_EQ(at.noted[0].at, 1'150'000);
  EXPECT_EQ(at.out[0].free_at, 1'162'800);
  at.now = 1'150'000;
  start_frame(at, 0);
  const auto pauses = notes_of(at, Kind::pause);
  ASSERT_EQ(pauses.size(), 1u);
  EXPECT_EQ(pauses[0].at, 1'150'000 + 12'800 + 40'000 + 100'000);
  EXPECT_EQ(pauses[0].amount & 0xffff, 1u);
  EXPECT_EQ(pauses[0].detail & AboutChannel::of_host, 1u);
  ASSERT_EQ(notes_of(at, Kind::refresh).size(), 1u);
  EXPECT_EQ(notes_of(at, Kind::refresh)[0].at, 1'150'000 + 65'535 * 12'800 / 2);
  // The host obeys, until the pause runs out.
  at.now = 1'302'800;
  hear_pause(at, 0, true, pauses[0].amount);
  const PausedLane& lane = at.state.paused[at.lane_of(network.net.host_port(0), 0)];
  EXPECT_EQ(lane.until, 1'302'800 + 65'535 * 12'800);
  EXPECT_TRUE(lane.in_force(at.now));
}

TEST(Pausing, AFrameThatWaitsForTheWireSaysTheNewest) {
  Pausing network(FlowControl::class_pause);
  network.vcs = 2;
  EthernetTestSwitch at(network);
  at.out[2].free_at = 1'150'000;
  for (const unsigned vc : {0u, 1u})
    for (int i = 0; i < 2; ++i)
      EthernetFlow::admit(at, packet_at(at, 2, 1000, static_cast<std::uint16_t>(vc)));
  EXPECT_EQ(notes_of(at, Kind::frame).size(), 1u);
  at.now = 1'150'000;
  start_frame(at, 2);
  ASSERT_EQ(notes_of(at, Kind::pause).size(), 1u);
  EXPECT_EQ(notes_of(at, Kind::pause)[0].amount & 0xffff, 3u);
  EXPECT_EQ(at.pauses_asked, (std::vector<std::uint32_t>{1, 1}));
}

TEST(Pausing, WholePortsStopAllVirtualChannels) {
  Pausing network(FlowControl::pause);
  network.vcs = 2;
  EthernetTestSwitch at(network);
  for (int i = 0; i < 2; ++i) EthernetFlow::admit(at, packet_at(at, 2));
  ASSERT_EQ(notes_of(at, Kind::pause).size(), 1u);
  EXPECT_EQ(notes_of(at, Kind::pause)[0].amount & 0xffff, 3u);
}

TEST(Pausing, GoesOnWhenTheBufferHasDrained) {
  Pausing network(FlowControl::class_pause);
  EthernetTestSwitch at(network);
  InLane& in = at.lane_at(2, 0);
  for (int i = 0; i < 2; ++i) EthernetFlow::admit(at, packet_at(at, 2));
  EthernetFlow::leave(at, in, packet_at(at, 2), at.now + 100'000);
  ASSERT_EQ(notes_of(at, Kind::drained).size(), 1u);
  at.now += 100'000;
  look_at_buffer(at, 2, 0);
  const auto pauses = notes_of(at, Kind::pause);
  ASSERT_EQ(pauses.size(), 2u);
  EXPECT_EQ(pauses[1].amount & 0xffff, 0u);
}

TEST(Pausing, RefreshesAsLongAsItMust) {
  Pausing network(FlowControl::class_pause);
  EthernetTestSwitch at(network);
  for (int i = 0; i < 2; ++i) EthernetFlow::admit(at, packet_at(at, 2));
  at.now = notes_of(at, Kind::refresh)[0].at;
  refresh_pause(at, 2);
  EXPECT_EQ(notes_of(at, Kind::pause).size(), 2u);
  EXPECT_EQ(notes_of(at, Kind::refresh).size(), 2u);
}

TEST(Pausing, APausedChannelSendsNothingUntilThePauseIsOver) {
  Pausing network(FlowControl::class_pause);
  EthernetTestSwitch at(network);
  hear_pause(at, 2, false, 1 | 1 << 16);
  arrive(at, OneWay{to_other_switch}, packet_at(at, 1));
  EXPECT_TRUE(at.flown.empty());
  EXPECT_TRUE(EthernetFlow::is_paused(at, to_other_switch));
  const PausedLane& lane = at.state.paused[at.lane_of(at.channel_at(2), 0)];
  ASSERT_EQ(notes_of(at, Kind::credit).size(), 1u);
  EXPECT_EQ(notes_of(at, Kind::credit)[0].at, lane.until);
  at.now = lane.until;
  hear_credit(at, to_other_switch, 0);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(lane.time_up_to(at.now + 5), lane.until - 1'000'000);
}

TEST(Pausing, KnowsWhichPauseHasCausedIt) {
  Pausing network(FlowControl::class_pause);
  network.switches.output_queue = 1000_B;
  EthernetTestSwitch at(network);
  hear_pause(at, 2, false, 1 | 4 << 16);  // the other switch has stopped us, as the fourth of a chain
  for (int i = 0; i < 3; ++i) {
    arrive(at, OneWay{to_other_switch}, packet_at(at, 0));
    at.now += 200'000;
  }
  // The first is in the output queue, the second waits for room there, the third asks for a pause.
  EXPECT_EQ(at.pauses_asked, (std::vector<std::uint32_t>{5}));
}

TEST(Dropping, LosesWhatFindsNoSpace) {
  Pausing network(FlowControl::drop);
  network.switches.input_buffer = 2500_B;
  EthernetTestSwitch at(network);
  EXPECT_TRUE(EthernetFlow::admit(at, packet_at(at, 2)));
  EXPECT_TRUE(EthernetFlow::admit(at, packet_at(at, 2)));
  EXPECT_FALSE(EthernetFlow::admit(at, packet_at(at, 2)));
  EXPECT_TRUE(EthernetFlow::admit(at, packet_at(at, 2, 500)));
  EXPECT_EQ(at.dropped.size(), 1u);
  EXPECT_EQ(at.messages_lost, 1);
  EXPECT_TRUE(at.flown.empty());
}

TEST(Dropping, AMessageThatLostAPacketIsLostOnceAndForgotten) {
  Pausing network(FlowControl::drop);
  network.switches.input_buffer = 1000_B;
  EthernetTestSwitch at(network);
  Packet part = packet_at(at, 2);
  part.parts = 3, part.route.to = 0, part.route.out = 1;
  EXPECT_TRUE(EthernetFlow::admit(at, part));
  EXPECT_FALSE(EthernetFlow::admit(at, part));
  EXPECT_FALSE(EthernetFlow::admit(at, part));
  ASSERT_EQ(at.flown.size(), 2u);
  EXPECT_GE(at.flown[0].at, at.now + at.state.lookahead);
  EXPECT_EQ(at.flown[0].switch_id, 0u);
  for (const Packet& mark : std::vector<Packet>(at.flown)) EXPECT_FALSE(EthernetFlow::admit(at, mark));
  EXPECT_EQ(at.messages_lost, 0);
  deliver(at, part, at.now);
  EXPECT_EQ(at.messages_lost, 1);
  EXPECT_TRUE(at.completed.empty());
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
    Pausing network(FlowControl::class_pause);
    network.switches.output_queue = 1500_B;
    EthernetTestSwitch at(network);
    at.state.asks_again = asks;
    at.out[2].free_at = at.now + 200'000;  // 1,000 bytes are on the wire: another 1,000 find no room
    Packet packet = packet_at(at, 0);
    packet.route.out = 1;
    arrive(at, AroundPauses{}, packet);
    EXPECT_TRUE(at.cold_at(0).blocked_mask & 1);
    at.noted.clear();
    hear_pause(at, 2, false, 1 | 1 << 16);
    EXPECT_EQ(notes_of(at, Kind::input).size(), asks ? 1u : 0u);
    EXPECT_EQ(at.cold_at(0).blocked_mask & 1, asks ? 0 : 1);
    if (!asks) continue;
    serve_input(at, AroundPauses{}, 0);
    EXPECT_EQ(at.delivered.size(), 1u);  // by port 1, to the host there
    EXPECT_EQ(at.cold_at(0).in_mask, 0);
  }
}

}  // namespace
}  // namespace ebb::inline engine
