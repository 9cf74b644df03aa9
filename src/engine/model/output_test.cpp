// Booking a wire by hand; the numbers are those of switch_testing.hpp.
#include "engine/model/output.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

/// In the output queue, its tail there at `tail`.
Packet queued_packet(const SwitchView& context, std::int64_t tail, std::uint16_t size = 1000) {
  Packet packet = packet_at(context, 0, size);
  packet.at = tail;
  return packet;
}

TEST(Wire, IsBookedFromNowWhenNothingHoldsThePacketUp) {
  TwoSwitches two;
  TestSwitch context(two);
  Packet packet = queued_packet(context, 1'100'000);
  send(context, to_other_switch, packet);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'000'000 + 40'000 + 100'000);
  EXPECT_EQ(context.out[2].free_at, 1'200'000);
}

TEST(Wire, IsBookedFromWhenItIsFree) {
  TwoSwitches two;
  TestSwitch context(two);
  context.out[2].free_at = 1'070'000;
  Packet packet = queued_packet(context, 1'100'000);
  send(context, to_other_switch, packet);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'070'000 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 1'270'000);
  EXPECT_EQ(context.out[2].busy, 200'000) << "the gap before is not busy";
}

TEST(Wire, IsBookedSoThatItsEndDoesNotOvertakeTheTail) {
  TwoSwitches two;
  TestSwitch context(two);
  Packet packet = queued_packet(context, 1'900'000);
  send(context, to_other_switch, packet);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'700'000 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 1'900'000);
}

TEST(Wire, PacketsFollowEachOtherWithoutAGap) {
  TwoSwitches two;
  TestSwitch context(two);
  for (const int size : {1000, 64, 1500}) {
    Packet packet = queued_packet(context, context.now, static_cast<std::uint16_t>(size));
    send(context, to_other_switch, packet);
  }
  // 200,000 and 12,800 and 300,000 on the wire.
  ASSERT_EQ(context.packets_sent.size(), 3u);
  EXPECT_EQ(context.packets_sent[1].at - context.packets_sent[0].at, 200'000);
  EXPECT_EQ(context.packets_sent[2].at - context.packets_sent[1].at, 12'800);
  EXPECT_EQ(context.out[2].free_at, 1'512'800);
  EXPECT_EQ(context.out[2].busy, 512'800);
  EXPECT_EQ(context.out[2].bytes, 2564u);
}

TEST(Wire, PacketTakesTheVirtualChannelOfItsHop) {
  TwoSwitches two;
  two.vcs = 8;  // more than have their credits beside the wire
  TestSwitch context(two);
  Packet packet = queued_packet(context, context.now);
  send(context, Hop{2, static_cast<std::uint8_t>(context.vcs - 1)}, packet);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].vc, context.vcs - 1);
  EXPECT_EQ(context.credit_of(2, context.vcs - 1), 31'768);
  EXPECT_EQ(context.credit_of(2, 0), 32'768);
}

TEST(Wire, OfAHostDeliversWithItsLastByte) {
  TwoSwitches two;
  TestSwitch context(two);
  context.credit_of(1, 0) = 0;  // not used
  Packet packet = queued_packet(context, context.now);
  send(context, to_host_1, packet);
  EXPECT_EQ(context.delivered, std::vector<std::int64_t>{1'200'000 + 40'000});
}

TEST(Queue, PacketWithoutSpaceAtTheOtherEndWaits) {
  TwoSwitches two;
  TestSwitch context(two);
  context.credit_of(2, 0) = 999;
  Packet packet = queued_packet(context, context.now);
  send(context, to_other_switch, packet);
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.out[2].waiting, 1000u);
  EXPECT_EQ(context.out_lane(to_other_switch).waiting, 1000u);
  EXPECT_EQ(context.out[2].wait_mask, 1);
  EXPECT_EQ(context.queued(2), 1000);
  EXPECT_EQ(context.out[2].free_at, 0) << "the wire is free for others";
}

TEST(Queue, PacketThatWouldFitWaitsBehindOneThatDoesNot) {
  TwoSwitches two;
  TestSwitch context(two);
  context.credit_of(2, 0) = 999;
  for (const int size : {1000, 64}) {
    Packet packet = queued_packet(context, context.now, static_cast<std::uint16_t>(size));
    send(context, to_other_switch, packet);
  }
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.queued(2), 1064);
  // With the missing byte both go, in their order.
  context.now = 1'300'000;
  context.credit_of(2, 0) = 1064;
  book_waiting(context, to_other_switch);
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[0].size, 1000);
  EXPECT_EQ(context.packets_sent[0].at, 1'300'000 + 140'000);
  EXPECT_EQ(context.packets_sent[1].at, 1'500'000 + 140'000);
  EXPECT_EQ(context.out[2].waiting, 0u);
  EXPECT_EQ(context.out[2].wait_mask, 0);
  EXPECT_EQ(context.credit_of(2, 0), 0);
}

TEST(Queue, OneVirtualChannelThatWaitsLeavesTheWireToAnother) {
  TwoSwitches two;
  two.vcs = 2;
  TestSwitch context(two);
  context.credit_of(2, 0) = 0;
  Packet first = queued_packet(context, context.now), second = queued_packet(context, context.now);
  send(context, Hop{2, 0}, first);
  send(context, Hop{2, 1}, second);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].vc, 1);
  EXPECT_EQ(context.out[2].wait_mask, 0b01);
}

TEST(Queue, IsOpenWhileAPacketWouldWaitForNothingButTheWire) {
  TwoSwitches two;
  two.switches.output_queue = 3000_B;
  TestSwitch context(two);
  context.out[2].free_at = 1'300'000;
  EXPECT_TRUE(is_open(context, to_other_switch, 1000));
  EXPECT_FALSE(is_open(context, to_other_switch, 1600)) << "no room";
  context.credit_of(2, 0) = 999;
  EXPECT_FALSE(is_open(context, to_other_switch, 1000)) << "no space";
  EXPECT_TRUE(is_open(context, to_other_switch, 999));
  context.out[2].wait_mask = 1;
  EXPECT_FALSE(is_open(context, to_other_switch, 64)) << "behind others";
  EXPECT_TRUE(is_open(context, to_host_1, 3000));
}

TEST(Queue, IsWhatWaitsAndWhatTheWireStillHasToSend) {
  TwoSwitches two;
  TestSwitch context(two);
  context.out[2].waiting = 300;
  context.out[2].free_at = context.now + 200'001;
  EXPECT_EQ(context.queued(2), 1300);
  context.now += 100'000;
  EXPECT_EQ(context.queued(2), 800);
  context.now += 200'000;
  EXPECT_EQ(context.queued(2), 300);
}

/// A channel in transition has nothing to send until it goes on: its wire is booked from then.
TEST(Queue, CountsNoSilence) {
  TwoSwitches two;
  TestSwitch context(two);
  context.out[2].in_transition = 1;
  context.cold_at(2).transition_until = context.now + 500'000;
  context.out[2].free_at = context.now + 500'000;
  EXPECT_EQ(context.queued(2), 0);
  context.out[2].free_at += 200'001;
  EXPECT_EQ(context.queued(2), 1000);
}

/// The wire would be booked with a gap, and count as busy for longer than it is.
TEST(Send, AFasterWireIsNotKeptForAPacketThatComesInSlowly) {
  TwoSwitches two;
  two.net.classes[two.net.link_class[0]].rate = 10_Gbps;  // of hosts: 800 ps a byte
  TestSwitch context(two);
  arrive(context, OneWay{to_other_switch}, packet_at(context, 0));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.out[2].busy, 0);
  ASSERT_EQ(context.held.size(), 1u);
  EXPECT_EQ(context.held[0].packet.at, 1'600'000);  // its tail comes at 1.8 us, and needs 0.2 us on the wire
}

}  // namespace
}  // namespace ebb::inline engine
