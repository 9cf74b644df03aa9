// Packets that arrive at a host, and the messages that they make up.
#include "engine/model/delivery.hpp"

#include <gtest/gtest.h>

#include "engine/model/switch_testing.hpp"

namespace ebb::inline engine {
namespace {

struct Listening : TwoSwitches {
  Listening() { traffic.wants_news = true; }
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
  TestSwitch at(two);
  deliver(at, part_of(0, 1), 1'240'000);
  EXPECT_EQ(at.delivered, std::vector<std::int64_t>{1'240'000});
  ASSERT_EQ(at.completed.size(), 1u);
  EXPECT_EQ(at.completed[0].at, 1'240'000);
  EXPECT_EQ(at.completed[0].born, 300'000);
  EXPECT_EQ(at.completed[0].payload, 976) << "without its header";
  EXPECT_TRUE(at.told.empty()) << "nobody listens";
}

TEST(Delivery, OfTheLastPacketCompletesALongMessage) {
  TwoSwitches two;
  two.hosts.header = 24_B;
  TestSwitch at(two);
  deliver(at, part_of(0, 3, 1024), 1'100'000);
  deliver(at, part_of(0, 3, 1024), 1'200'000);
  EXPECT_TRUE(at.completed.empty());
  deliver(at, part_of(0, 3, 524), 1'300'000);
  ASSERT_EQ(at.completed.size(), 1u);
  EXPECT_EQ(at.completed[0].at, 1'300'000);
  EXPECT_EQ(at.completed[0].payload, 2500);
  EXPECT_EQ(at.delivered.size(), 3u);
}

TEST(Delivery, KeepsMessagesOfDifferentSourcesApart) {
  TwoSwitches two;
  TestSwitch at(two);
  Packet other = part_of(0, 2, 500);
  other.source = 3;
  deliver(at, part_of(0, 2), 1), deliver(at, other, 2), deliver(at, part_of(1, 2, 64), 3);
  EXPECT_TRUE(at.completed.empty());
  deliver(at, part_of(1, 2, 64), 4), deliver(at, other, 5), deliver(at, part_of(0, 2), 6);
  ASSERT_EQ(at.completed.size(), 3u);
  EXPECT_EQ(at.completed[0].payload, 128);
  EXPECT_EQ(at.completed[1].payload, 1000);
  EXPECT_EQ(at.completed[2].payload, 2000);
}

TEST(Delivery, TellsAWorkloadThatListens) {
  Listening two;
  TestSwitch at(two);
  deliver(at, part_of(0, 1), 1'240'000);
  ASSERT_EQ(at.told.size(), 1u);
  const News& news = at.told[0];
  EXPECT_FALSE(news.at_source);
  EXPECT_EQ(news.at, 1'240'000);
  EXPECT_EQ(news.delivered, 1'240'000);
  EXPECT_EQ(news.born, 300'000);
  EXPECT_EQ(news.payload, 1000);
  EXPECT_EQ(news.source, 2u);
  EXPECT_EQ(news.destination, 1u);
  EXPECT_EQ(news.switch_id, 0u);
  EXPECT_EQ(news.port, 1);
  EXPECT_EQ(news.tag, 9u);
}

TEST(Delivery, OfMoreThan4GiBKeepsAllDigits) {
  Listening two;
  TestSwitch at(two);
  constexpr std::uint32_t parts = 65'539;  // of 65,535 bytes: 4,295,098,365, which is 2^32 + 131,069
  for (std::uint32_t i = 0; i < parts; ++i) deliver(at, part_of(0, parts, 65'535), 1'000'000 + i);
  ASSERT_EQ(at.completed.size(), 1u);
  EXPECT_EQ(at.completed[0].payload, 4'295'098'365);
  ASSERT_EQ(at.told.size(), 1u);
  EXPECT_EQ(at.told[0].payload, 4'295'098'365);
}

}  // namespace
}  // namespace ebb::inline engine
