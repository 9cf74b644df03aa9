// Packets that arrive at a host, and the messages that they make up.
#include "engine/model/delivery.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

struct Listening : TwoSwitches {
  Listening() { traffic.wants_notifications = true; }
};

/// For host 1, at port 1 of this switch.
Packet part_of(std::uint32_t message, std::uint32_t parts, std::uint16_t size = 1000) {
  Packet packet;
  packet.source = 2, packet.message = message, packet.parts = parts, packet.size = size;
  packet.born = 300'000, packet.tag = 9, packet.route.out = 1;
  return packet;
}

TEST(Delivery, OfALonePacketCompletesItsMessage) {
  TwoSwitches two;
  two.hosts.header = 24_B;
  TestSwitch context(two);
  deliver(context, part_of(0, 1), 1'240'000);
  EXPECT_EQ(context.delivered, std::vector<std::int64_t>{1'240'000});
  ASSERT_EQ(context.completed.size(), 1u);
  EXPECT_EQ(context.completed[0].at, 1'240'000);
  EXPECT_EQ(context.completed[0].born, 300'000);
  EXPECT_EQ(context.completed[0].payload, 976) << "without its header";
  EXPECT_TRUE(context.notified.empty()) << "nobody listens";
}

TEST(Delivery, OfTheLastPacketCompletesALongMessage) {
  TwoSwitches two;
  two.hosts.header = 24_B;
  TestSwitch context(two);
  deliver(context, part_of(0, 3, 1024), 1'100'000);
  deliver(context, part_of(0, 3, 1024), 1'200'000);
  EXPECT_TRUE(context.completed.empty());
  deliver(context, part_of(0, 3, 524), 1'300'000);
  ASSERT_EQ(context.completed.size(), 1u);
  EXPECT_EQ(context.completed[0].at, 1'300'000);
  EXPECT_EQ(context.completed[0].payload, 2500);
  EXPECT_EQ(context.delivered.size(), 3u);
}

TEST(Delivery, KeepsMessagesOfDifferentSourcesApart) {
  TwoSwitches two;
  TestSwitch context(two);
  Packet other = part_of(0, 2, 500);
  other.source = 3;
  deliver(context, part_of(0, 2), 1), deliver(context, other, 2), deliver(context, part_of(1, 2, 64), 3);
  EXPECT_TRUE(context.completed.empty());
  deliver(context, part_of(1, 2, 64), 4), deliver(context, other, 5), deliver(context, part_of(0, 2), 6);
  ASSERT_EQ(context.completed.size(), 3u);
  EXPECT_EQ(context.completed[0].payload, 128);
  EXPECT_EQ(context.completed[1].payload, 1000);
  EXPECT_EQ(context.completed[2].payload, 2000);
}

TEST(Delivery, TellsAWorkloadThatListens) {
  Listening two;
  TestSwitch context(two);
  deliver(context, part_of(0, 1), 1'240'000);
  ASSERT_EQ(context.notified.size(), 1u);
  const DeliveryNotification& notification = context.notified[0];
  EXPECT_FALSE(notification.at_source);
  EXPECT_EQ(notification.at, 1'240'000);
  EXPECT_EQ(notification.delivered, 1'240'000);
  EXPECT_EQ(notification.born, 300'000);
  EXPECT_EQ(notification.payload, 1000);
  EXPECT_EQ(notification.source, 2u);
  EXPECT_EQ(notification.destination, 1u);
  EXPECT_EQ(notification.switch_id, 0u);
  EXPECT_EQ(notification.port, 1);
  EXPECT_EQ(notification.tag, 9u);
}

TEST(Delivery, OfMoreThan4GiBKeepsAllDigits) {
  Listening two;
  TestSwitch context(two);
  constexpr std::uint32_t parts = 65'539;  // of 65,535 bytes: 4,295,098,365, which is 2^32 + 131,069
  for (std::uint32_t i = 0; i < parts; ++i) deliver(context, part_of(0, parts, 65'535), 1'000'000 + i);
  ASSERT_EQ(context.completed.size(), 1u);
  EXPECT_EQ(context.completed[0].payload, 4'295'098'365);
  ASSERT_EQ(context.notified.size(), 1u);
  EXPECT_EQ(context.notified[0].payload, 4'295'098'365);
}

}  // namespace
}  // namespace ebb::inline engine
