// Hosts as sources, by hand: 40 Gb/s are 200 ps a byte, and a head can be routed 140,000 after it has left.
#include "engine/model/source.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

/// Packets of 1,000 bytes and a header of 24.
struct WithHeaders : TwoSwitches {
  WithHeaders() { hosts.header = 24_B; }
};

Message message_to(HostId destination, Bytes size, Picoseconds at = {}) {
  return {.at = at, .destination = destination, .size = size, .tag = 77};
}

TEST(Source, ShortMessageLeavesAsOnePacket) {
  WithHeaders two;
  TestSwitch context(two);
  queue_message(context, 0, message_to(3, 476_B));
  ASSERT_EQ(context.packets_sent.size(), 1u);
  const Packet& packet = context.packets_sent[0];
  EXPECT_EQ(packet.at, 1'140'000);
  EXPECT_EQ(packet.born, 1'000'000);
  EXPECT_EQ(packet.entered, 1'000'000);
  EXPECT_EQ(packet.switch_id, 0u);
  EXPECT_EQ(packet.port, 0);
  EXPECT_EQ(packet.source, 0u);
  EXPECT_EQ(packet.route.to, 1u);  // host 3 is at the second switch,
  EXPECT_EQ(packet.route.out, 1);  // at its second port
  EXPECT_EQ(packet.size, 500);
  EXPECT_EQ(packet.parts, 1u);
  EXPECT_EQ(packet.tag, 77u);
  EXPECT_EQ(context.outs[two.net.host_port(0)].free_at, 1'100'000);
  EXPECT_EQ(context.credit_of(two.net.host_port(0), 0), 32'768 - 500);
}

TEST(Source, IsCountedWithAndWithoutHeaders) {
  WithHeaders two;
  TestSwitch context(two);
  queue_message(context, 0, message_to(1, 2500_B));
  ASSERT_EQ(context.offered.size(), 1u);
  EXPECT_EQ(context.offered[0].at, 1'000'000);
  EXPECT_EQ(context.offered[0].payload, 2500);
  EXPECT_EQ(context.offered[0].wire, 2500 + 3 * 24);
  EXPECT_EQ(context.offered[0].parts, 3u);
}

TEST(Source, LongMessageIsCutIntoPacketsThatFollowEachOther) {
  WithHeaders two;
  TestSwitch context(two);
  queue_message(context, 0, message_to(1, 2500_B));
  EXPECT_TRUE(context.packets_sent.empty());
  EXPECT_EQ(context.state.host[0].backlog, 2500);
  pump(context, 0);
  // 1,024 bytes take 204,800, and 524 take 104,800.
  ASSERT_EQ(context.packets_sent.size(), 3u);
  EXPECT_EQ(context.packets_sent[0].at, 1'140'000);
  EXPECT_EQ(context.packets_sent[1].at, 1'140'000 + 204'800);
  EXPECT_EQ(context.packets_sent[2].at, 1'140'000 + 409'600);
  EXPECT_EQ(context.packets_sent[2].entered, 1'409'600);
  EXPECT_EQ(context.packets_sent[2].size, 524);
  EXPECT_EQ(context.packets_sent[2].parts, 3u);
  EXPECT_EQ(context.injected[2].payload, 500);
  EXPECT_EQ(context.outs[two.net.host_port(0)].free_at, 1'000'000 + 409'600 + 104'800);
  EXPECT_EQ(context.state.host[0].backlog, 0);
  EXPECT_EQ(context.state.host[0].queue_head, no_id);
}

TEST(Source, MessageOfWholePacketsHasNoEmptyOne) {
  TwoSwitches two;
  TestSwitch context(two);
  queue_message(context, 0, message_to(1, 2000_B));
  pump(context, 0);
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[1].size, 1000);
}

TEST(Source, NumbersItsMessages) {
  TwoSwitches two;
  TestSwitch context(two);
  for (int i = 0; i < 3; ++i) queue_message(context, 1, message_to(0, 100_B));
  ASSERT_EQ(context.packets_sent.size(), 3u);
  EXPECT_EQ(context.packets_sent[2].message, 2u);
}

TEST(Source, StopsWithoutCreditAndGoesOnWithIt) {
  WithHeaders two;
  two.switches.input_buffer = 2048_B;
  TestSwitch context(two);
  queue_message(context, 0, message_to(1, 2500_B));
  pump(context, 0);
  EXPECT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.state.host[0].backlog, 500);
  EXPECT_TRUE(context.lane_at(0, 0).host_waits);
  queue_message(context, 0, message_to(1, 10_B));  // behind the other, however short
  EXPECT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.state.host[0].backlog, 510);

  context.now = 2'000'000;
  receive_host_credit(context, 0, 524);
  ASSERT_EQ(context.packets_sent.size(), 3u);
  EXPECT_EQ(context.packets_sent[2].at, 2'140'000);
  EXPECT_EQ(context.packets_sent[2].born, 1'000'000);
  EXPECT_EQ(context.state.host[0].backlog, 10);
  receive_host_credit(context, 0, 34);
  EXPECT_EQ(context.packets_sent.size(), 4u);
  EXPECT_EQ(context.state.host[0].queue_head, no_id);
}

/// A host whose buffer takes two packets of 1,000 bytes, and which has sent them: its wire is free at
/// 1,400,000, and a message of two more packets waits.
struct FullLane : TwoSwitches {
  FullLane() { switches.input_buffer = 2000_B; }
  PortId host() const { return net.host_port(0); }
  void fill(TestSwitch& context) {
    queue_message(context, 0, message_to(1, 4000_B));
    pump(context, 0);
    ASSERT_EQ(context.packets_sent.size(), 2u);
  }
};

TEST(HostCountsOnCredits, WhenTheyAreInTheLogAndBooksAhead) {
  FullLane lane;
  TestSwitch context(lane);
  context.state.ahead_until = 2'000'000;
  lane.fill(context);
  ASSERT_TRUE(context.lane_at(0, 0).host_waits);
  return_space(context, context.lane_at(0, 0), context.packets_sent[0],
               1'300'000);  // before the wire is free
  ASSERT_EQ(context.packets_sent.size(), 3u);
  EXPECT_EQ(context.packets_sent[2].entered, 1'400'000);
  ASSERT_TRUE(context.lane_at(0, 0).host_waits) << "for the next one";
  return_space(context, context.lane_at(0, 0), context.packets_sent[1], 1'600'000);  // just when it is
  ASSERT_EQ(context.packets_sent.size(), 4u);
  EXPECT_EQ(context.packets_sent[3].entered, 1'600'000);
  EXPECT_TRUE(context.scheduled.empty()) << "credits cost no event";
  context.now = 1'650'000;
  EXPECT_TRUE(Credits::may_send(context, context.credit_of(lane.host(), 0), lane.host(), 0, 0));
  EXPECT_EQ(context.credit_of(lane.host(), 0), 0) << "both were used";
}

TEST(HostCountsOnCredits, ButNotAfterItsWireIsFree) {
  FullLane lane;
  TestSwitch context(lane);
  context.state.ahead_until = 2'000'000;
  lane.fill(context);
  return_space(context, context.lane_at(0, 0), context.packets_sent[0], 1'400'001);
  EXPECT_EQ(context.packets_sent.size(), 2u) << "nobody could tell how much of what is booked is still ahead";
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 1'400'001);
}

TEST(HostCountsOnCredits, ButNotBeyondTheEnd) {
  FullLane lane;
  TestSwitch context(lane);
  context.state.ahead_until = 1'300'000;
  lane.fill(context);
  return_space(context, context.lane_at(0, 0), context.packets_sent[0], 1'300'000);
  EXPECT_EQ(context.packets_sent.size(), 2u);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::host_credit);
  EXPECT_EQ(context.scheduled[0].at, 1'300'000);
  context.state.ahead_until = 2'000'000;  // the run goes on
  return_space(context, context.lane_at(0, 0), context.packets_sent[1], 1'350'000);
  EXPECT_EQ(context.packets_sent.size(), 2u) << "the note comes first";
  context.now = 1'300'000;
  receive_host_credit(context, 0, 0);
  ASSERT_EQ(context.packets_sent.size(), 4u);
  EXPECT_EQ(context.packets_sent[2].entered, 1'400'000);
  EXPECT_EQ(context.packets_sent[3].entered, 1'600'000);
}

TEST(HostCountsOnCredits, ButNotWhileOneComesThatIsInNoLog) {
  FullLane lane;
  TestSwitch context(lane);
  context.state.ahead_until = 9'000'000;
  lane.fill(context);
  for (unsigned i = 0; i < CreditLog::capacity; ++i) context.lane_at(0, 0).log.add(1'200'000 + i, 0, 0);
  return_space(context, context.lane_at(0, 0), context.packets_sent[0], 1'700'000);  // does not fit the log
  ASSERT_EQ(context.scheduled.size(), 2u);
  EXPECT_EQ(context.scheduled[0].amount, 1000u);
  EXPECT_EQ(context.packets_sent.size(), 2u);
  context.now = 1'500'000;
  return_space(context, context.lane_at(0, 0), context.packets_sent[1],
               1'800'000);  // fits, but must not overtake the other
  EXPECT_EQ(context.packets_sent.size(), 2u);
  context.now = 1'700'000;
  receive_host_credit(context, 0, 1000);
  ASSERT_EQ(context.packets_sent.size(), 4u);
  EXPECT_EQ(context.packets_sent[2].entered, 1'700'000);
  EXPECT_EQ(context.packets_sent[3].entered, 1'900'000);
}

TEST(Inject, QueuesTheMessageThatIsDueAndDrawsTheNext) {
  TwoSwitches two;
  TestSwitch context(two);
  context.state.host[1].upcoming = message_to(2, 1500_B, 1_us);
  context.upcoming = {message_to(0, 100_B, 5_us)};
  inject(context, 1);
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[0].source, 1u);
  EXPECT_EQ(context.packets_sent[0].port, 1);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::inject);
  EXPECT_EQ(context.scheduled[0].at, 5'000'000);
  EXPECT_EQ(context.scheduled[0].port, 1);
  EXPECT_EQ(context.state.host[1].upcoming.size, 100_B);
}

TEST(Inject, EmptyMessageOnlyAsksAgain) {
  TwoSwitches two;
  TestSwitch context(two);
  context.state.host[0].upcoming = message_to(1, 0_B, 1_us);
  context.upcoming = {message_to(1, 0_B, 3_us)};
  inject(context, 0);
  EXPECT_TRUE(context.packets_sent.empty() && context.offered.empty());
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 3'000'000);
}

TEST(Inject, HostThatHasNoMoreIsNotAskedAgain) {
  TwoSwitches two;
  TestSwitch context(two);
  context.state.host[0].upcoming = message_to(1, 100_B, 1_us);
  inject(context, 0);
  EXPECT_EQ(context.packets_sent.size(), 1u);
  EXPECT_TRUE(context.scheduled.empty());
}

/// From host 2, at the other switch, to host 0 here.
DeliveryNotification notifications_here() {
  DeliveryNotification notification;
  notification.at = notification.delivered = 1'000'000, notification.born = 300'000,
  notification.payload = 5000;
  notification.source = 2, notification.destination = 0, notification.switch_id = 0, notification.port = 0,
  notification.tag = 9;
  return notification;
}

TEST(ReceiveNotification, GoOnToTheSourceAfterTheAcknowledgement) {
  TwoSwitches two;
  two.traffic.acknowledgement = 7_us;
  TestSwitch context(two);
  receive_notification(context, notifications_here());
  ASSERT_EQ(context.notified.size(), 1u);
  const DeliveryNotification& back = context.notified[0];
  EXPECT_TRUE(back.at_source);
  EXPECT_EQ(back.at, 8'000'000);
  EXPECT_EQ(back.delivered, 1'000'000);
  EXPECT_EQ(back.switch_id, 1u);  // host 2 is the first one of the second switch
  EXPECT_EQ(back.port, 0);
  EXPECT_EQ(back.payload, 5000);
  EXPECT_EQ(back.tag, 9u);
  EXPECT_TRUE(context.packets_sent.empty());
}

/// Nothing of another switch can be known any sooner.
TEST(ReceiveNotification, ReachTheSourceNoSoonerThanOneLookahead) {
  TwoSwitches two;
  TestSwitch context(two);
  receive_notification(context, notifications_here());
  EXPECT_EQ(context.notified[0].at, 1'000'000 + 140'000);  // the cable, and pipeline or credit
}

TEST(ReceiveNotification, EndAtTheSource) {
  TwoSwitches two;
  TestSwitch context(two);
  DeliveryNotification notification = notifications_here();
  notification.at_source = true;
  receive_notification(context, notification);
  EXPECT_TRUE(context.notified.empty());
}

TEST(ReceiveNotification, AnswerLeavesAtOnce) {
  TwoSwitches two;
  TestSwitch context(two);
  context.reply = message_to(2, 1500_B);
  receive_notification(context, notifications_here());
  ASSERT_EQ(context.packets_sent.size(), 2u);
  EXPECT_EQ(context.packets_sent[0].source, 0u);
  EXPECT_EQ(context.packets_sent[0].born, 1'000'000);
  EXPECT_EQ(context.packets_sent[0].route.to, 1u);
  EXPECT_EQ(context.notified.size(), 1u);
}

}  // namespace
}  // namespace ebb::inline engine
