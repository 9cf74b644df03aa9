#include "routing/graph/alternate_paths.hpp"

#include <gtest/gtest.h>

#include "network/distance.hpp"
#include "routing/check/dependency_check.hpp"
#include "routing/graph/up_down.hpp"
#include "routing/networks_testing.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline routing {
namespace {

/// Queues of a switch, and where there are no credits on virtual channel 1.
struct Queues {
  std::vector<std::int64_t> bytes;
  std::vector<bool> full;
  std::int64_t operator()(std::uint16_t port) const { return bytes[port]; }
  bool open(Hop hop) const { return hop.vc == 0 || !full[hop.port]; }
  std::int64_t used(std::uint16_t port) const { return 100 - bytes[port]; }
};

TEST(AlternatePaths, TakesTheShortestWayWhetherItIsUpAndDownOrNot) {
  // Ring of six, root 0: from 2 to 4 the path over 3 goes down and up again, and is the shortest.
  const Network net = ring_network(6);
  ASSERT_EQ(UpDown(net).root, 0u);
  Random random(1, routing_stream);
  const Walk way = walk(prepared<AlternatePaths>(net), net, 2, 4, random, 0);
  EXPECT_EQ(way.channels.size(), 2u);
  EXPECT_EQ(way.vcs, (std::vector<std::uint8_t>{1, 1}));
}

TEST(AlternatePaths, GoesOverAnAlternatePortAndKeepsToItWhenTheShortestWayIsFull) {
  const Network net = ring_network(6);
  const auto routing = prepared<AlternatePaths>(net);
  Route packet{.to = 4};
  // Port 1 of switch 2 leads back to 1, towards the root; port 2 leads to 3.
  EXPECT_EQ(routing.route(2, packet, Queues{{0, 0, 0}, {false, false, true}}, 7), (Hop{1, 0}));
  const Queues empty{{0, 0, 0}, {false, false, false}};
  EXPECT_EQ(routing.route(1, packet, empty, 7).vc, 0);
  EXPECT_EQ(routing.route(0, packet, empty, 7).vc, 0);
  const Hop last = routing.route(5, packet, empty, 7);
  EXPECT_EQ(net.owner[net.peer[net.first_port[5] + last.port]], 4u);
  EXPECT_EQ(packet.hops, 4u);
}

TEST(AlternatePaths, ChoosesTheShortestOfTheQueuesThatHaveSpace) {
  const Network net = graph_network(2, {{0, 1}, {0, 1}, {0, 1}});
  const auto routing = prepared<AlternatePaths>(net);
  for (std::uint64_t salt = 0; salt < 50; ++salt) {
    Route packet{.to = 1};
    EXPECT_EQ(routing.route(0, packet, Queues{{0, 10, 20, 30}, {false, true, false, false}}, salt),
              (Hop{2, 1}));
    packet = {.to = 1};
    EXPECT_EQ(routing.route(0, packet, Queues{{0, 30, 20, 10}, {false, true, true, true}}, salt),
              (Hop{3, 0}));
  }
}

TEST(AlternatePaths, ChoosesTheLeastUsedPortWhenToldSo) {
  const Network net = graph_network(2, {{0, 1}, {0, 1}, {0, 1}});
  auto routing = prepared<AlternatePaths>(net);
  routing.select = PortSelection::least_used;
  for (std::uint64_t salt = 0; salt < 50; ++salt) {
    Route packet{.to = 1};
    EXPECT_EQ(routing.route(0, packet, Queues{{0, 10, 20, 30}, {false, false, false, true}}, salt),
              (Hop{2, 1}));
    packet = {.to = 1};
    EXPECT_EQ(routing.route(0, packet, Queues{{0, 30, 20, 10}, {false, true, true, true}}, salt),
              (Hop{1, 0}));
  }
}

TEST(AlternatePaths, AreAsShortAsTheGraphAllowsOnRandomGraphsWhenThereIsSpace) {
  Random random(5, topology_stream);
  for (int i = 0; i < 20; ++i) {
    const Network net = random_network(12, static_cast<std::uint32_t>(random.below(20)), random);
    const auto routing = prepared<AlternatePaths>(net);
    EXPECT_TRUE(check_dependencies(routing, net).clean());
    EXPECT_TRUE(check_dependencies(routing, net, {.packets_span = true}).clean());
    for (HostId from = 0; from < net.hosts; ++from) {
      const auto hops = hops_from(net, from);
      for (HostId to = 0; to < net.hosts; ++to) {
        const Walk way = walk(routing, net, from, to, random, 0);
        ASSERT_EQ(way.fault, "");
        ASSERT_EQ(way.channels.size(), hops[to]);
        ASSERT_EQ(walk(routing, net, from, to, random, 50).fault, "");
      }
    }
  }
}

/// The same, if packets waited for credits on the shortest path.
struct WaitingForTheShortest : AlternatePaths {
  bool waits_for(Hop) const { return true; }
};

TEST(AlternatePaths, WouldDeadlockIfPacketsWaitedForTheShortestWay) {
  const Network net = ring_network(6);
  EXPECT_FALSE(check_dependencies(prepared<WaitingForTheShortest>(net), net).cycle.empty());
  EXPECT_TRUE(check_dependencies(prepared<AlternatePaths>(net), net).cycle.empty());
}

}  // namespace
}  // namespace ebb::inline routing
