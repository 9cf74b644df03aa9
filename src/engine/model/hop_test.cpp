// A head's path through a switch by hand. All numbers are picoseconds; 1,000 bytes take 200,000 on a wire and
// 100,000 from an input to an output (switch_testing.hpp).
#include "engine/model/hop.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

const OneWay straight_on{to_other_switch};

TEST(Arrive, HeadWhoseWayIsFreeFliesOnAtOnce) {
  TwoSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_at(context, 0));
  // The wire is free and as fast as the one before, so the head leaves as it comes: it is routed at the next
  // switch after the cable's 40,000 and the pipeline's 100,000.
  ASSERT_EQ(context.packets_sent.size(), 1u);
  const Packet& packets_sent = context.packets_sent[0];
  EXPECT_EQ(packets_sent.at, 1'140'000);
  EXPECT_EQ(packets_sent.switch_id, 1u);
  EXPECT_EQ(packets_sent.port, 2);
  EXPECT_EQ(packets_sent.vc, 0);
  EXPECT_EQ(packets_sent.rate, context.out[2].rate);
  EXPECT_EQ(context.hops, 1);
  EXPECT_TRUE(context.scheduled.empty());
}

TEST(Arrive, TakesTheWireAndTheSpaceAtTheOtherEnd) {
  TwoSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_at(context, 0));
  EXPECT_EQ(context.out[2].free_at, 1'200'000);
  EXPECT_EQ(context.out[2].busy, 200'000);
  EXPECT_EQ(context.out[2].bytes, 1000u);
  EXPECT_EQ(context.out[2].credit[0], 32'768 - 1000);
}

TEST(Arrive, ReturnsTheSpaceOnceTheTailHasLeft) {
  TwoSwitches two;
  TestSwitch context(two);
  arrive(context, straight_on, packet_at(context, 0));
  // The tail comes in 200,000 behind the head; then the cable's 40,000 and the credit's 100,000.
  const CreditLog& log = context.lane_at(0, 0).log;
  EXPECT_EQ(log.next_after(context.now), 1'340'000);
  EXPECT_EQ(log.due(1'339'999), 0u);
  EXPECT_EQ(log.due(1'340'000), 1000u);
}

TEST(Arrive, PacketThatIsStoredFirstIsLaterByItsLengthAtEachWire) {
  TwoSwitches two;
  StoringTestSwitch context(two);
  arrive(context, straight_on, packet_at(context, 0));
  // It is whole when it is routed. On the wire it takes 200,000, and is routed again once it is whole there.
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'000'000 + 40'000 + 100'000 + 200'000);
  EXPECT_EQ(context.out[2].free_at, 1'200'000);
  // Its tail leaves the input after the 100,000 of the crossbar input, which others have to wait for.
  EXPECT_EQ(context.lane_at(0, 0).log.next_after(context.now), 1'100'000 + 40'000 + 100'000);
  EXPECT_EQ(context.lane_at(0, 0).crossbar_free, 1'100'000);
}

TEST(Arrive, PacketFromASlowCableLeavesAFastOneWithItsTail) {
  TwoSwitches two;
  two.net.classes[0].rate = 10_Gbps;  // the hosts'; 800 a byte, 400 on their crossbar inputs
  TestSwitch context(two);
  arrive(context, straight_on, packet_at(context, 0));
  // Its tail is here at 1,800,000. To end on the fast wire at that moment it begins 200,000 before.
  ASSERT_EQ(context.held.size(), 1u);
  EXPECT_EQ(context.held[0].packet.at, 1'600'000);
  context.now = 1'600'000;
  release(context, context.held[0]);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'600'000 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 1'800'000);
  EXPECT_EQ(context.out[2].busy, 200'000);
  EXPECT_EQ(context.lane_at(0, 0).log.next_after(context.now), 1'800'000 + 140'000);
}

TEST(Arrive, PacketForAHostIsDelivered) {
  TwoSwitches two;
  TestSwitch context(two);
  arrive(context, OneWay{to_host_1}, packet_at(context, 2));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.delivered, std::vector<std::int64_t>{1'200'000 + 40'000});
  EXPECT_EQ(context.out[1].credit[0], 32'768) << "a host takes whatever comes";
}

TEST(Arrive, HeadWaitsInItsInputWhileThePathIsBusy) {
  TwoSwitches two;
  TestSwitch context(two);
  keep_crossbar_busy(context, 0, 1'050'000);
  arrive(context, straight_on, packet_at(context, 0));
  EXPECT_TRUE(context.packets_sent.empty());
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::input);
  EXPECT_EQ(context.scheduled[0].at, 1'050'000);
  EXPECT_EQ(context.scheduled[0].port, 0);
  EXPECT_TRUE(context.cold_at(0).in_mask == 1 && context.lane_at(0, 0).backlogged);
}

TEST(Arrive, HeadWaitsBehindOthersOfItsLaneAndAllGoInTurn) {
  TwoSwitches two;
  TestSwitch context(two);
  keep_crossbar_busy(context, 0, 1'050'000);
  arrive(context, straight_on, packet_at(context, 0));
  context.now = 1'200'000;
  arrive(context, straight_on, packet_at(context, 0, 500));
  EXPECT_EQ(context.scheduled.size(), 1u) << "somebody will look already";

  context.now = 1'205'000;  // as if the input had been looked at late
  serve_input(context, straight_on, 0);
  // All of the first one is here since 1,200,000. It has the crossbar input for 100,000, the wire for
  // 200,000.
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'205'000 + 140'000);
  EXPECT_EQ(context.lane_at(0, 0).crossbar_free, 1'305'000);
  EXPECT_EQ(context.lane_at(0, 0).log.next_after(context.now), 1'305'000 + 140'000);
  ASSERT_EQ(context.scheduled.size(), 2u);
  EXPECT_EQ(context.scheduled[1].at, 1'305'000);

  context.now = 1'305'000;
  serve_input(context, straight_on, 0);
  // The wire is free at 1,405,000. The tail of the 500 bytes was here at 1,300,000; the crossbar input takes
  // 50,000.
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[1].at, 1'405'000 + 140'000);
  EXPECT_EQ(context.lane_at(0, 0).crossbar_free, 1'355'000);
  EXPECT_TRUE(context.cold_at(0).in_mask == 0 && !context.lane_at(0, 0).backlogged);
  EXPECT_EQ(context.scheduled.size(), 2u);
}

TEST(Arrive, HeadOfAnotherLaneWaitsForThePathToo) {
  TwoSwitches two;
  two.vcs = 2;
  TestSwitch context(two);
  keep_crossbar_busy(context, 0, 1'050'000);
  arrive(context, straight_on, packet_at(context, 0, 1000, 1));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.cold_at(0).in_mask, 0b10);
  // While it is queued there, every packet that passes keeps the crossbar input busy for it.
  context.now = 1'050'000;
  arrive(context, straight_on, packet_at(context, 0));
  EXPECT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.lane_at(0, 1).crossbar_free, 1'150'000);
}

TEST(ServeInput, LanesGetThePathInTurn) {
  TwoSwitches two;
  two.vcs = 3;
  TestSwitch context(two);
  keep_crossbar_busy(context, 0, 1'010'000);
  for (const std::uint16_t vc : std::initializer_list<std::uint16_t>{0, 1, 2, 0, 1, 2}) {
    Packet packet = packet_at(context, 0, 1000, vc);
    packet.tag = vc;
    arrive(context, straight_on, packet);
  }
  for (context.now = 1'010'000; context.cold_at(0).in_mask; context.now += 100'000)
    serve_input(context, straight_on, 0);
  std::vector<std::uint32_t> lanes;
  for (const Packet& packet : context.packets_sent) lanes.push_back(packet.tag);
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
}

TEST(ServeInput, LaneWhoseHeadIsBlockedLeavesThePathToOthers) {
  TwoSwitches two;
  two.vcs = 2;
  two.switches.output_queue = 1000_B;
  TestSwitch context(two);
  context.out[2].free_at = 1'400'000;  // no space before
  arrive(context, straight_on, packet_at(context, 0, 1000, 0));
  ASSERT_EQ(context.cold_at(0).blocked_mask, 0b01);
  arrive(context, OneWay{to_host_1}, packet_at(context, 0, 1000, 1));
  EXPECT_EQ(context.delivered.size(), 1u);
}

}  // namespace
}  // namespace ebb::inline engine
