// A head's way through a switch by hand. All numbers are picoseconds; 1,000 bytes take 200,000 on a wire and
// 100,000 from an input to an output (switch_testing.hpp).
#include "engine/model/hop.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

const OneWay straight_on{to_other_switch};

TEST(Arrive, HeadWhoseWayIsFreeFliesOnAtOnce) {
  TwoSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_at(at, 0));
  // The wire is free and as fast as the one before, so the head leaves as it comes: it is routed at the next
  // switch after the cable's 40,000 and the pipeline's 100,000.
  ASSERT_EQ(at.flown.size(), 1u);
  const Packet& flown = at.flown[0];
  EXPECT_EQ(flown.at, 1'140'000);
  EXPECT_EQ(flown.switch_id, 1u);
  EXPECT_EQ(flown.port, 2);
  EXPECT_EQ(flown.vc, 0);
  EXPECT_EQ(flown.rate, at.out[2].rate);
  EXPECT_EQ(at.hops, 1);
  EXPECT_TRUE(at.noted.empty());
}

TEST(Arrive, TakesTheWireAndTheSpaceAtTheOtherEnd) {
  TwoSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_at(at, 0));
  EXPECT_EQ(at.out[2].free_at, 1'200'000);
  EXPECT_EQ(at.out[2].busy, 200'000);
  EXPECT_EQ(at.out[2].bytes, 1000u);
  EXPECT_EQ(at.out[2].credit[0], 32'768 - 1000);
}

TEST(Arrive, ReturnsTheSpaceOnceTheTailHasLeft) {
  TwoSwitches two;
  TestSwitch at(two);
  arrive(at, straight_on, packet_at(at, 0));
  // The tail comes in 200,000 behind the head; then the cable's 40,000 and the credit's 100,000.
  const CreditLog& log = at.lane_at(0, 0).log;
  EXPECT_EQ(log.next_after(at.now), 1'340'000);
  EXPECT_EQ(log.due(1'339'999), 0u);
  EXPECT_EQ(log.due(1'340'000), 1000u);
}

TEST(Arrive, PacketThatIsStoredFirstIsLaterByItsLengthAtEachWire) {
  TwoSwitches two;
  StoringTestSwitch at(two);
  arrive(at, straight_on, packet_at(at, 0));
  // It is whole when it is routed. On the wire it takes 200,000, and is routed again once it is whole there.
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'000'000 + 40'000 + 100'000 + 200'000);
  EXPECT_EQ(at.out[2].free_at, 1'200'000);
  // Its tail leaves the input after the 100,000 of the path, which others have to wait for.
  EXPECT_EQ(at.lane_at(0, 0).log.next_after(at.now), 1'100'000 + 40'000 + 100'000);
  EXPECT_EQ(at.lane_at(0, 0).path_free, 1'100'000);
}

TEST(Arrive, PacketFromASlowCableLeavesAFastOneWithItsTail) {
  TwoSwitches two;
  two.net.classes[0].rate = 10_Gbps;  // the hosts'; 800 a byte, 400 on the path from their inputs
  TestSwitch at(two);
  arrive(at, straight_on, packet_at(at, 0));
  // Its tail is here at 1,800,000. To end on the fast wire at that moment it begins 200,000 before.
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'600'000 + 140'000);
  EXPECT_EQ(at.out[2].free_at, 1'800'000);
  EXPECT_EQ(at.out[2].busy, 200'000);
  EXPECT_EQ(at.lane_at(0, 0).log.next_after(at.now), 1'800'000 + 140'000);
}

TEST(Arrive, PacketForAHostIsDelivered) {
  TwoSwitches two;
  TestSwitch at(two);
  arrive(at, OneWay{to_host_1}, packet_at(at, 2));
  EXPECT_TRUE(at.flown.empty());
  EXPECT_EQ(at.delivered, std::vector<std::int64_t>{1'200'000 + 40'000});
  EXPECT_EQ(at.out[1].credit[0], 32'768) << "a host takes whatever comes";
}

TEST(Arrive, HeadWaitsInItsInputWhileThePathIsBusy) {
  TwoSwitches two;
  TestSwitch at(two);
  keep_path_busy(at, 0, 1'050'000);
  arrive(at, straight_on, packet_at(at, 0));
  EXPECT_TRUE(at.flown.empty());
  ASSERT_EQ(at.noted.size(), 1u);
  EXPECT_EQ(at.noted[0].kind, Kind::input);
  EXPECT_EQ(at.noted[0].at, 1'050'000);
  EXPECT_EQ(at.noted[0].port, 0);
  EXPECT_TRUE(at.cold_at(0).in_mask == 1 && at.lane_at(0, 0).crowded);
}

TEST(Arrive, HeadWaitsBehindOthersOfItsLaneAndAllGoInTurn) {
  TwoSwitches two;
  TestSwitch at(two);
  keep_path_busy(at, 0, 1'050'000);
  arrive(at, straight_on, packet_at(at, 0));
  at.now = 1'200'000;
  arrive(at, straight_on, packet_at(at, 0, 500));
  EXPECT_EQ(at.noted.size(), 1u) << "somebody will look already";

  at.now = 1'205'000;  // as if the input had been looked at late
  serve_input(at, straight_on, 0);
  // The first one is here as a whole since 1,200,000. It has the path for 100,000, the wire for 200,000.
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'205'000 + 140'000);
  EXPECT_EQ(at.lane_at(0, 0).path_free, 1'305'000);
  EXPECT_EQ(at.lane_at(0, 0).log.next_after(at.now), 1'305'000 + 140'000);
  ASSERT_EQ(at.noted.size(), 2u);
  EXPECT_EQ(at.noted[1].at, 1'305'000);

  at.now = 1'305'000;
  serve_input(at, straight_on, 0);
  // The wire is free at 1,405,000. The tail of the 500 bytes was here at 1,300,000; the path takes 50,000.
  ASSERT_EQ(at.flown.size(), 2u);
  EXPECT_EQ(at.flown[1].at, 1'405'000 + 140'000);
  EXPECT_EQ(at.lane_at(0, 0).path_free, 1'355'000);
  EXPECT_TRUE(at.cold_at(0).in_mask == 0 && !at.lane_at(0, 0).crowded);
  EXPECT_EQ(at.noted.size(), 2u);
}

TEST(Arrive, HeadOfAnotherLaneWaitsForThePathToo) {
  TwoSwitches two;
  two.vcs = 2;
  TestSwitch at(two);
  keep_path_busy(at, 0, 1'050'000);
  arrive(at, straight_on, packet_at(at, 0, 1000, 1));
  EXPECT_TRUE(at.flown.empty());
  EXPECT_EQ(at.cold_at(0).in_mask, 0b10);
  // While it stands there, whoever passes keeps the path busy for it.
  at.now = 1'050'000;
  arrive(at, straight_on, packet_at(at, 0));
  EXPECT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.lane_at(0, 1).path_free, 1'150'000);
}

TEST(ServeInput, LanesGetThePathInTurn) {
  TwoSwitches two;
  two.vcs = 3;
  TestSwitch at(two);
  keep_path_busy(at, 0, 1'010'000);
  for (const std::uint16_t vc : std::initializer_list<std::uint16_t>{0, 1, 2, 0, 1, 2}) {
    Packet packet = packet_at(at, 0, 1000, vc);
    packet.tag = vc;
    arrive(at, straight_on, packet);
  }
  for (at.now = 1'010'000; at.cold_at(0).in_mask; at.now += 100'000) serve_input(at, straight_on, 0);
  std::vector<std::uint32_t> lanes;
  for (const Packet& packet : at.flown) lanes.push_back(packet.tag);
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
}

TEST(ServeInput, LaneWhoseHeadIsBlockedLeavesThePathToOthers) {
  TwoSwitches two;
  two.vcs = 2;
  two.switches.output_queue = 1000_B;
  TestSwitch at(two);
  at.out[2].free_at = 1'400'000;  // no room before
  arrive(at, straight_on, packet_at(at, 0, 1000, 0));
  ASSERT_EQ(at.cold_at(0).blocked_mask, 0b01);
  arrive(at, OneWay{to_host_1}, packet_at(at, 0, 1000, 1));
  EXPECT_EQ(at.delivered.size(), 1u);
}

}  // namespace
}  // namespace ebb::inline engine
