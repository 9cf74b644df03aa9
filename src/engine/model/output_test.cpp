// Booking a wire by hand; the numbers are those of switch_testing.hpp.
#include "engine/model/output.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

/// In the output queue, its tail there at `tail`.
Packet queued_packet(const SwitchView& at, std::int64_t tail, std::uint16_t size = 1000) {
  Packet packet = packet_at(at, 0, size);
  packet.at = tail;
  return packet;
}

TEST(Wire, IsBookedFromNowWhenNothingHoldsThePacketUp) {
  TwoSwitches two;
  TestSwitch at(two);
  Packet packet = queued_packet(at, 1'100'000);
  send(at, to_other_switch, packet);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'000'000 + 40'000 + 100'000);
  EXPECT_EQ(at.out[2].free_at, 1'200'000);
}

TEST(Wire, IsBookedFromWhenItIsFree) {
  TwoSwitches two;
  TestSwitch at(two);
  at.out[2].free_at = 1'070'000;
  Packet packet = queued_packet(at, 1'100'000);
  send(at, to_other_switch, packet);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'070'000 + 140'000);
  EXPECT_EQ(at.out[2].free_at, 1'270'000);
  EXPECT_EQ(at.out[2].busy, 200'000) << "the gap before is not busy";
}

TEST(Wire, IsBookedSoThatItsEndDoesNotOvertakeTheTail) {
  TwoSwitches two;
  TestSwitch at(two);
  Packet packet = queued_packet(at, 1'900'000);
  send(at, to_other_switch, packet);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].at, 1'700'000 + 140'000);
  EXPECT_EQ(at.out[2].free_at, 1'900'000);
}

TEST(Wire, PacketsFollowEachOtherWithoutAGap) {
  TwoSwitches two;
  TestSwitch at(two);
  for (const int size : {1000, 64, 1500}) {
    Packet packet = queued_packet(at, at.now, static_cast<std::uint16_t>(size));
    send(at, to_other_switch, packet);
  }
  // 200,000 and 12,800 and 300,000 on the wire.
  ASSERT_EQ(at.flown.size(), 3u);
  EXPECT_EQ(at.flown[1].at - at.flown[0].at, 200'000);
  EXPECT_EQ(at.flown[2].at - at.flown[1].at, 12'800);
  EXPECT_EQ(at.out[2].free_at, 1'512'800);
  EXPECT_EQ(at.out[2].busy, 512'800);
  EXPECT_EQ(at.out[2].bytes, 2564u);
}

TEST(Wire, PacketTakesTheVirtualChannelOfItsHop) {
  TwoSwitches two;
  two.vcs = 8;  // more than have their credits beside the wire
  TestSwitch at(two);
  Packet packet = queued_packet(at, at.now);
  send(at, Hop{2, static_cast<std::uint8_t>(at.vcs - 1)}, packet);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].vc, at.vcs - 1);
  EXPECT_EQ(at.credit_of(2, at.vcs - 1), 31'768);
  EXPECT_EQ(at.credit_of(2, 0), 32'768);
}

TEST(Wire, OfAHostDeliversWithItsLastByte) {
  TwoSwitches two;
  TestSwitch at(two);
  at.credit_of(1, 0) = 0;  // nobody asks
  Packet packet = queued_packet(at, at.now);
  send(at, to_host_1, packet);
  EXPECT_EQ(at.delivered, std::vector<std::int64_t>{1'200'000 + 40'000});
}

TEST(Queue, PacketWithoutSpaceAtTheOtherEndWaits) {
  TwoSwitches two;
  TestSwitch at(two);
  at.credit_of(2, 0) = 999;
  Packet packet = queued_packet(at, at.now);
  send(at, to_other_switch, packet);
  EXPECT_TRUE(at.flown.empty());
  EXPECT_EQ(at.out[2].waiting, 1000u);
  EXPECT_EQ(at.out_lane(to_other_switch).waiting, 1000u);
  EXPECT_EQ(at.out[2].wait_mask, 1);
  EXPECT_EQ(at.queued(2), 1000);
  EXPECT_EQ(at.out[2].free_at, 0) << "the wire is free for others";
}

TEST(Queue, PacketThatWouldFitWaitsBehindOneThatDoesNot) {
  TwoSwitches two;
  TestSwitch at(two);
  at.credit_of(2, 0) = 999;
  for (const int size : {1000, 64}) {
    Packet packet = queued_packet(at, at.now, static_cast<std::uint16_t>(size));
    send(at, to_other_switch, packet);
  }
  EXPECT_TRUE(at.flown.empty());
  EXPECT_EQ(at.queued(2), 1064);
  // With the missing byte both go, in their order.
  at.now = 1'300'000;
  at.credit_of(2, 0) = 1064;
  book_waiting(at, to_other_switch);
  ASSERT_EQ(at.flown.size(), 2u);
  EXPECT_EQ(at.flown[0].size, 1000);
  EXPECT_EQ(at.flown[0].at, 1'300'000 + 140'000);
  EXPECT_EQ(at.flown[1].at, 1'500'000 + 140'000);
  EXPECT_EQ(at.out[2].waiting, 0u);
  EXPECT_EQ(at.out[2].wait_mask, 0);
  EXPECT_EQ(at.credit_of(2, 0), 0);
}

TEST(Queue, OneVirtualChannelThatWaitsLeavesTheWireToAnother) {
  TwoSwitches two;
  two.vcs = 2;
  TestSwitch at(two);
  at.credit_of(2, 0) = 0;
  Packet first = queued_packet(at, at.now), second = queued_packet(at, at.now);
  send(at, Hop{2, 0}, first);
  send(at, Hop{2, 1}, second);
  ASSERT_EQ(at.flown.size(), 1u);
  EXPECT_EQ(at.flown[0].vc, 1);
  EXPECT_EQ(at.out[2].wait_mask, 0b01);
}

TEST(Queue, IsOpenWhileAPacketWouldWaitForNothingButTheWire) {
  TwoSwitches two;
  two.switches.output_queue = 3000_B;
  TestSwitch at(two);
  at.out[2].free_at = 1'300'000;
  EXPECT_TRUE(is_open(at, to_other_switch, 1000));
  EXPECT_FALSE(is_open(at, to_other_switch, 1600)) << "no room";
  at.credit_of(2, 0) = 999;
  EXPECT_FALSE(is_open(at, to_other_switch, 1000)) << "no space";
  EXPECT_TRUE(is_open(at, to_other_switch, 999));
  at.out[2].wait_mask = 1;
  EXPECT_FALSE(is_open(at, to_other_switch, 64)) << "behind others";
  EXPECT_TRUE(is_open(at, to_host_1, 3000));
}

TEST(Queue, IsWhatWaitsAndWhatTheWireStillHasToSend) {
  TwoSwitches two;
  TestSwitch at(two);
  at.out[2].waiting = 300;
  at.out[2].free_at = at.now + 200'001;
  EXPECT_EQ(at.queued(2), 1300);
  at.now += 100'000;
  EXPECT_EQ(at.queued(2), 800);
  at.now += 200'000;
  EXPECT_EQ(at.queued(2), 300);
}

/// A channel that is silent has nothing to send until it goes on: its wire is booked from then.
TEST(Queue, CountsNoSilence) {
  TwoSwitches two;
  TestSwitch at(two);
  at.out[2].silenced = 1;
  at.cold_at(2).silent_until = at.now + 500'000;
  at.out[2].free_at = at.now + 500'000;
  EXPECT_EQ(at.queued(2), 0);
  at.out[2].free_at += 200'001;
  EXPECT_EQ(at.queued(2), 1000);
}

}  // namespace
}  // namespace ebb::inline engine
