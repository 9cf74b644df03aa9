#include "engine/threads/window_queue.hpp"

#include <gtest/gtest.h>

#include "engine/engine_testing.hpp"

namespace ebb::inline engine {
namespace {

struct OneSwitch {
  Network net = star(4);
  ScriptedTraffic traffic;
  Control control{net.classes[0].rate};
  NetworkState state{net, traffic, {}, {}, control, 1, 1, {}};
};

Packet packet_at(std::int64_t at, std::uint16_t port) {
  Packet packet{};
  packet.at = at, packet.port = port;
  return packet;
}

TEST(WindowQueue, OwnEventsComeByTimeThenByKindAndPort) {
  OneSwitch one;
  WindowQueue queue(one.state, 1);
  queue.insert(packet_at(300, 0), Kind::packet);
  queue.insert(packet_at(100, 2), Kind::packet);
  queue.insert(packet_at(100, 1), Kind::packet);
  std::vector<std::uint16_t> ports;
  while (queue.has_own()) ports.push_back(queue.packet_at(queue.pop_own().load).port);
  EXPECT_EQ(ports, (std::vector<std::uint16_t>{1, 2, 0}));
}

TEST(WindowQueue, AnEventIsTheLastOneUnlessAnotherIsKnownForItsTime) {
  OneSwitch one;
  WindowQueue queue(one.state, 1);
  queue.look_ahead(nullptr);
  EXPECT_TRUE(queue.is_last(100));
  queue.insert(packet_at(100, 0), Kind::packet);
  EXPECT_FALSE(queue.is_last(100));
  EXPECT_TRUE(queue.is_last(99));
  queue.pop_own();
  const Event filed{Event::make_order(50, Kind::packet, 0, 0), 0, 0};
  queue.look_ahead(&filed);
  EXPECT_FALSE(queue.is_last(50));
  EXPECT_TRUE(queue.is_last(49));
}

TEST(WindowQueue, WhatIsFiledComesInItsWindow) {
  OneSwitch one;
  WindowQueue queue(one.state, 1);
  const std::int64_t length = one.state.lookahead;
  queue.file(packet_at(3 * length + 7, 0));
  EXPECT_EQ(queue.next_window(), 3u);
  queue.advance_to(3);
  EXPECT_EQ(queue.start(), 3 * length);
  EXPECT_EQ(queue.finish(), 4 * length);
  EXPECT_FALSE(queue.has_own());
}

}  // namespace
}  // namespace ebb::inline engine
