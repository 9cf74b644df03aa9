// Heads that wait for space in an output queue, by hand; the numbers are those of switch_testing.hpp.
#include "engine/model/blocked.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

const OneWay straight_on{to_other_switch};

/// A queue of 3,000 bytes before a wire that is booked for 2,500.
struct FullQueue : TwoSwitches {
  FullQueue() { switches.output_queue = 3000_B; }
};
TestSwitch& fill(TestSwitch& context) {
  context.out[2].free_at = 1'500'000;
  return context;
}

TEST(Room, IsWhatTheWireHasLeftOfTheQueue) {
  FullQueue two;
  TestSwitch context(two);
  EXPECT_TRUE(context.has_room(to_other_switch, 60'000)) << "an empty queue takes any packet";
  fill(context);
  EXPECT_TRUE(context.has_room(to_other_switch, 500));
  EXPECT_FALSE(context.has_room(to_other_switch, 502));  // bytes() is right to within one
  EXPECT_TRUE(context.has_room(to_host_1, 3000));
}

TEST(Room, OfAVirtualChannelIsNotTakenByWhatWaitsInAnother) {
  FullQueue two;
  two.vcs = 2;
  TestSwitch context(two);
  context.credit_of(2, 1) = 0;
  for (int i = 0; i < 3; ++i) arrive(context, OneWay{{2, 1}}, packet_at(context, 0));
  EXPECT_EQ(context.out[2].waiting, 3000u);
  EXPECT_FALSE(context.has_room({2, 1}, 1));
  EXPECT_TRUE(context.has_room({2, 0}, 3000));
}

TEST(Block, HeadWakesWhenTheWireHasMadeRoom) {
  FullQueue two;
  TestSwitch context(two);
  arrive(fill(context), straight_on, packet_at(context, 0));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.cold_at(0).blocked_mask, 1);
  EXPECT_EQ(context.out[2].blocked_mask, 1);
  // Of 3,000 bytes 1,000 are needed: there is space when 2,000 are left, 400,000 before the wire is free.
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::output);
  EXPECT_EQ(context.scheduled[0].at, 1'100'000);
  EXPECT_EQ(context.scheduled[0].port, 2);
  EXPECT_EQ(context.scheduled[0].detail, 0);
}

/// The time of 2 MiB overflows 64 bits in between: heads once woke late for it.
TEST(Block, HeadWakesInTimeForAQueueOf2MiBAt56Gbps) {
  TwoSwitches two;
  for (LinkClass& link : two.net.classes) link.rate = 56_Gbps;
  two.switches.output_queue = {2 << 20};
  TestSwitch context(two);
  context.out[2].free_at = context.now + 299'593'143;  // 2,097,152 bytes of 1000 / 7
  arrive(context, straight_on, packet_at(context, 0));
  // When 2,096,152 bytes are left, which take 299,450,286.
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, context.now + 299'593'143 - 299'450'286);
  // That is neither too early nor too late, by more than a byte.
  context.now = context.scheduled[0].at;
  EXPECT_TRUE(context.fits(to_other_switch, 1000));
  context.now -= 2 * 143;
  EXPECT_FALSE(context.fits(to_other_switch, 1000));
}

TEST(Block, PacketThatIsLongerThanTheQueueWaitsUntilTheWireIsFree) {
  FullQueue two;
  TestSwitch context(two);
  arrive(fill(context), straight_on, packet_at(context, 0, 4000));
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 1'500'000);
  context.now = 1'500'000;
  serve_output(context, to_other_switch.port);
  EXPECT_EQ(context.packets_sent.size(), 1u);
}

TEST(Block, NobodyWakesForRoomThatOnlyACreditCanMake) {
  FullQueue two;
  TestSwitch context(two);
  context.credit_of(2, 0) = 0;
  for (int i = 0; i < 3; ++i)
    arrive(context, straight_on, packet_at(context, 0));  // wait in the output queue
  ASSERT_EQ(context.out[2].waiting, 3000u);
  arrive(context, straight_on, packet_at(context, 1));
  EXPECT_EQ(context.out[2].blocked_mask, 1);
  EXPECT_TRUE(context.scheduled.empty());
  // The credit sends the first one, and the freed space lets the head in.
  receive_credit(context, to_other_switch, 1000);
  EXPECT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.out[2].waiting, 2000u);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 1'200'000) << "two wait and one is on the wire until then";
  context.now = 1'200'000;
  serve_output(context, to_other_switch.port);
  EXPECT_EQ(context.out[2].waiting, 3000u);
  EXPECT_EQ(context.out[2].blocked_mask, 0);
}

/// Two heads wait for the same queue, the one at port 1 longer.
struct TwoBlocked {
  FullQueue two;
  TestSwitch context{two};
  TwoBlocked() {
    arrive(fill(context), straight_on, packet_at(context, 1));
    arrive(context, straight_on, packet_at(context, 0));
  }
};

TEST(AdmitBlocked, HeadsEnterInTheOrderInWhichTheyCame) {
  TwoBlocked blocked;
  TestSwitch& context = blocked.context;
  EXPECT_EQ(context.scheduled.size(), 1u);
  context.now = 1'100'000;
  serve_output(context, to_other_switch.port);
  // The first one enters and is booked from 1,500,000 to 1,700,000. Then the wire has 3,000 bytes again.
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].at, 1'500'000 + 140'000);
  EXPECT_EQ(context.out[2].free_at, 1'700'000);
  EXPECT_EQ(context.cold_at(1).blocked_mask, 0);
  EXPECT_EQ(context.cold_at(0).blocked_mask, 1);
  ASSERT_EQ(context.scheduled.size(), 2u);
  EXPECT_EQ(context.scheduled[1].at, 1'300'000);  // 2,000 bytes before it is free

  context.now = 1'300'000;
  serve_output(context, to_other_switch.port);
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[1].at, 1'700'000 + 140'000);
  EXPECT_EQ(context.out[2].blocked_mask, 0);
  EXPECT_EQ(context.cold_at(0).blocked_mask, 0);
}

TEST(AdmitBlocked, NobodyPassesAHeadWhosePathIsBusy) {
  TwoBlocked blocked;
  TestSwitch& context = blocked.context;
  keep_crossbar_busy(context, 1, 1'150'000);
  context.now = 1'100'000;
  serve_output(context, to_other_switch.port);
  EXPECT_TRUE(context.packets_sent.empty());
  ASSERT_EQ(context.scheduled.size(), 2u);
  EXPECT_EQ(context.scheduled[1].kind, Kind::input);
  EXPECT_EQ(context.scheduled[1].port, 1);
  EXPECT_EQ(context.scheduled[1].at, 1'150'000);
  // A head that comes now waits as the third, although there is space.
  arrive(context, straight_on, packet_at(context, 2, 64));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.cold_at(2).blocked_mask, 1);
}

TEST(AdmitBlocked, HeadBehindTheOneThatEnteredIsLookedAtWhenThePathIsFree) {
  TwoBlocked blocked;
  TestSwitch& context = blocked.context;
  arrive(context, straight_on, packet_at(context, 1, 500));  // behind the first one
  context.now = 1'100'000;
  serve_output(context, to_other_switch.port);
  ASSERT_EQ(context.scheduled.size(), 3u);
  EXPECT_EQ(context.scheduled[1].kind, Kind::input);
  EXPECT_EQ(context.scheduled[1].port, 1);
  EXPECT_EQ(context.scheduled[1].at, 1'200'000);
  EXPECT_EQ(context.scheduled[2].kind, Kind::output);
}

TEST(AdmitBlocked, SpaceInTheInputComesBackOnlyWhenTheHeadHasEntered) {
  TwoBlocked blocked;
  TestSwitch& context = blocked.context;
  EXPECT_EQ(context.lane_at(1, 0).log.entries, 0u);
  context.now = 1'250'000;  // its tail has arrived long ago
  serve_output(context, to_other_switch.port);
  EXPECT_EQ(context.lane_at(1, 0).log.next_after(context.now), 1'250'000 + 100'000 + 140'000);
}

/// A full queue of two virtual channels.
struct FullQueueOfTwo : FullQueue {
  FullQueueOfTwo() { vcs = 2; }
};
const OneWay on_channel_0{{2, 0}}, on_channel_1{{2, 1}};

/// A packet on a virtual channel that left its source at `entered`.
Packet aged(const SwitchView& context, std::uint16_t port, std::uint16_t vc, std::int64_t entered) {
  Packet packet = packet_at(context, port, 1000, vc);
  packet.entered = entered;
  return packet;
}

TEST(AdmitBlocked, OldestPacketEntersFirstOnWhateverVirtualChannel) {
  FullQueueOfTwo two;
  TestSwitch context(two);
  arrive(fill(context), on_channel_0, aged(context, 0, 0, 900'000));
  arrive(context, on_channel_1, aged(context, 1, 1, 800'000));
  ASSERT_EQ(context.scheduled.size(), 1u) << "one note serves all virtual channels of the output";
  context.now = 1'100'000;
  serve_output(context, 2);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].vc, 1);
  ASSERT_EQ(context.scheduled.size(), 2u);
  EXPECT_EQ(context.scheduled[1].at, 1'300'000);
  // The next one of channel 1 is younger than the head of channel 0, and waits for it.
  context.now = 1'200'000;
  arrive(context, on_channel_1, aged(context, 1, 1, 950'000));
  context.now = 1'300'000;
  serve_output(context, 2);
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[1].vc, 0);
}

TEST(AdmitBlocked, OldestPacketEntersFirstOnOneVirtualChannel) {
  FullQueue two;
  TestSwitch context(two);
  arrive(fill(context), straight_on, aged(context, 0, 0, 900'000));
  arrive(context, straight_on, aged(context, 1, 0, 950'000));
  arrive(context, straight_on, aged(context, 2, 0, 800'000));
  for (const std::int64_t now : {1'100'000, 1'300'000, 1'500'000})
    context.now = now, serve_output(context, 2);
  ASSERT_EQ(context.packets_sent.size(), 3u);
  EXPECT_EQ(context.packets_sent[0].entered, 800'000);
  EXPECT_EQ(context.packets_sent[1].entered, 900'000);
  EXPECT_EQ(context.packets_sent[2].entered, 950'000);
}

TEST(AdmitBlocked, SmallPacketDoesNotPassAHeadOfAnotherVirtualChannelThatWaitsForTheWire) {
  FullQueueOfTwo two;
  TestSwitch context(two);
  arrive(fill(context), on_channel_1, packet_at(context, 1, 1000, 1));
  arrive(context, on_channel_0, packet_at(context, 0, 100));
  EXPECT_TRUE(context.fits({2, 0}, 100));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.out[2].blocked_mask, 3);
}

TEST(AdmitBlocked, HeadWhoseVirtualChannelLacksCreditsIsPassed) {
  FullQueueOfTwo two;
  TestSwitch context(two);
  context.credit_of(2, 1) = 0;
  for (int i = 0; i < 3; ++i) arrive(context, on_channel_1, packet_at(context, 1, 1000, 1));
  arrive(context, on_channel_1, packet_at(context, 0, 1000, 1));
  EXPECT_EQ(context.out[2].blocked_mask, 2);
  arrive(context, on_channel_0, packet_at(context, 0));
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].vc, 0);
}

TEST(AdmitBlocked, HeadThatWaitsForItsCrossbarInputHasItsTurnThere) {
  FullQueueOfTwo two;
  TestSwitch context(two);
  arrive(fill(context), on_channel_1, packet_at(context, 1, 1000, 1));
  keep_crossbar_busy(context, 1, 1'150'000);
  // Meanwhile packets of the other virtual channel come in by the same port, for a host.
  arrive(context, OneWay{to_host_1}, packet_at(context, 1));
  arrive(context, OneWay{to_host_1}, packet_at(context, 1));
  context.cold_at(1).turn = 1;
  context.now = 1'100'000;
  serve_output(context, 2);
  EXPECT_EQ(context.cold_at(1).crossbar_mask, 2);
  EXPECT_TRUE(context.has_room({2, 0}, 500)) << "others may pass: the wire is not what it waits for";
  context.now = 1'150'000;
  serve_input(context, OneWay{to_host_1}, 1);
  ASSERT_EQ(context.packets_sent.size(), 1u);
  EXPECT_EQ(context.packets_sent[0].vc, 1);
  EXPECT_EQ(context.cold_at(1).crossbar_mask, 0);
  EXPECT_EQ(context.cold_at(1).turn, 0);
}

}  // namespace
}  // namespace ebb::inline engine
