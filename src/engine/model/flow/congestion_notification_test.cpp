// Congestion notifications, rule by rule, on a switch made by hand.
#include "engine/model/flow/congestion_notification.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

/// The target queue length is 1,000 bytes. Destinations at each of the two switches are a group.
CongestionNotification notification_of_test() { return {1000, 2, 8000, 5'000'000, 2, {0, 1}}; }

struct Notified : TwoSwitches {
  Notified() {
    switches.flow.name = FlowControl::pfc;
    state().use_congestion_notification(notification_of_test());
  }
};

/// A packet of host `source` to host 2, which is at the other switch.
Packet packet_to_other(const SwitchView& context, HostId source) {
  Packet packet = packet_at(context, 0);
  packet.source = source;
  packet.route.to = 1;
  return packet;
}

TEST(Notices, FeedbackIsHowMuchTooLongAQueueIsAndHowFastItGrows) {
  const CongestionNotification s = notification_of_test();
  EXPECT_EQ(feedback(s, 1000, 1000), 0);   // on target
  EXPECT_EQ(feedback(s, 2000, 3000), 0);   // too long, but it shrinks twice as fast
  EXPECT_EQ(feedback(s, 1001, 1001), 1);   // never less than 1 when there is any
  EXPECT_EQ(feedback(s, 2000, 2000), 12);  // 1000 of 5000 are 63 / 5
  EXPECT_EQ(feedback(s, 2000, 1000), 37);  // and it has grown by 1000, which counts twice
  EXPECT_EQ(feedback(s, 9000, 0), most_feedback);
}

TEST(Notices, QueuesThatAreTooLongAreSampledMoreOften) {
  const CongestionNotification s = notification_of_test();
  for (const std::uint64_t bits : {std::uint64_t{0}, ~std::uint64_t{0}, mix_bits(7)}) {
    EXPECT_NEAR(static_cast<double>(next_sample(s, 0, bits)), 8000, 1200);
    EXPECT_NEAR(static_cast<double>(next_sample(s, most_feedback, bits)), 1000, 150);
  }
  EXPECT_LT(next_sample(s, 0, 0), next_sample(s, 0, ~std::uint64_t{0}));
}

TEST(Notices, ALongQueueSendsOneToTheSourceOfTheSampledPacket) {
  Notified network;
  EthernetTestSwitch context(network);
  const Packet packet = packet_to_other(context, 3);
  context.state.ethernet.congestion.points[context.lane_of(context.first_port + 2, 0)].before = 1000;
  sample_queue(context, {2, 0}, packet);  // the first packet is sampled: the queue is on target
  EXPECT_EQ(context.notifications_sent, 0);
  context.out[2].waiting = context.out_lane({2, 0}).waiting = 4000;
  int packets = 0;
  for (; context.notifications_sent == 0 && packets < 20; ++packets) sample_queue(context, {2, 0}, packet);
  EXPECT_GE(packets, 7);  // 8,000 bytes later, 15 % more or less
  EXPECT_LE(packets, 10);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].kind, Kind::congestion_notification);
  EXPECT_EQ(context.scheduled[0].amount, 3u);
  EXPECT_EQ(context.scheduled[0].port, 1u);  // about destinations at switch 1
}

TEST(Notices, TravelBehindThePacketOnTheWire) {
  Notified network;
  EthernetTestSwitch context(network);
  context.out[2].free_at = 1'150'000;
  pass_congestion_notification(context, OneWay{{2, 0}}, 3, 1, 0);
  ASSERT_EQ(context.scheduled.size(), 1u);
  EXPECT_EQ(context.scheduled[0].at, 1'150'000 + 64 * 200 + 40'000 + 100'000);
  EXPECT_EQ(context.scheduled[0].switch_id, 1u);
  EXPECT_EQ(context.scheduled[0].detail, 1u);
  EXPECT_EQ(context.out[2].free_at, 1'150'000);  // it takes no time from others
}

TEST(Notices, AreBelievedForAWhileAtTheSwitchOfTheirSource) {
  Notified network;
  EthernetTestSwitch context(network);
  const auto notified = [&](SwitchId to) { return Outlook<EthernetTestSwitch>{context, 1000}.notified(to); };
  EXPECT_FALSE(notified(1));
  pass_congestion_notification(context, OneWay{{2, 0}}, 0, 1, 3);
  EXPECT_EQ(context.notifications_received, 1);
  EXPECT_TRUE(context.scheduled.empty());
  EXPECT_TRUE(notified(1));
  EXPECT_FALSE(notified(0));  // the notification was about others
  context.now += 4'999'999;
  EXPECT_TRUE(notified(1));
  context.now += 1;
  EXPECT_FALSE(notified(1));
}

}  // namespace
}  // namespace ebb::inline engine
