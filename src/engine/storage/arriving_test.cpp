#include "engine/storage/arriving.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "base/random.hpp"

namespace ebb::inline engine {
namespace {

Packet packet_of(HostId source, std::uint32_t message, std::uint32_t parts) {
  Packet packet;
  packet.source = source, packet.message = message, packet.parts = parts;
  return packet;
}

TEST(ArrivingMessages, LastPacketTellsThePayloadOfAll) {
  ArrivingMessages arriving;
  EXPECT_EQ(arriving.add(packet_of(7, 1, 3), 10), std::nullopt);
  EXPECT_EQ(arriving.add(packet_of(7, 2, 2), 1), std::nullopt);
  EXPECT_EQ(arriving.add(packet_of(7, 1, 3), 20), std::nullopt);
  EXPECT_EQ(arriving.size(), 2);
  EXPECT_EQ(arriving.add(packet_of(7, 1, 3), 30), 60);
  EXPECT_EQ(arriving.add(packet_of(7, 2, 2), 2), 3);
  EXPECT_EQ(arriving.size(), 0);
}

TEST(ArrivingMessages, OneLostPacketLosesTheMessage) {
  ArrivingMessages arriving;
  EXPECT_EQ(arriving.add(packet_of(0, 0, 2), lost_payload), std::nullopt);
  EXPECT_EQ(arriving.add(packet_of(0, 0, 2), 5), lost_payload);
}

/// Messages come and go in any order, so places are taken, moved up and given back all the time.
TEST(ArrivingMessages, CountsAsAMapDoes) {
  ArrivingMessages arriving;
  std::map<std::pair<HostId, std::uint32_t>, std::pair<std::uint32_t, std::uint64_t>> expected;
  Random random(1, 0, 0);
  for (int i = 0; i < 20'000; ++i) {
    const auto source = static_cast<HostId>(random.below(40));
    const auto number = static_cast<std::uint32_t>(random.below(12));
    const std::uint64_t payload = random.below(100);
    auto& [packets, sum] = expected[{source, number}];
    ++packets, sum += payload;
    const auto whole = arriving.add(packet_of(source, number, 5), payload);
    ASSERT_EQ(whole.has_value(), packets == 5);
    if (!whole) continue;
    ASSERT_EQ(*whole, sum);
    expected.erase({source, number});
    ASSERT_EQ(arriving.size(), expected.size());
  }
}

}  // namespace
}  // namespace ebb::inline engine
