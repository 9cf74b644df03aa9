#include "routing/graph/shortest_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "network/distance.hpp"
#include "routing/check/walk.hpp"
#include "routing/graph/up_down.hpp"
#include "routing/networks_testing.hpp"

namespace ebb::inline routing {
namespace {

ShortestPath prepared(const Network& network) {
  ShortestPath routing;
  EXPECT_TRUE(routing.check(network).empty());
  routing.prepare(network);
  return routing;
}

TEST(UpDown, TakesTheMiddleOfAStarAsTheRoot) {
  EXPECT_EQ(UpDown(graph_network(5, {{0, 3}, {1, 3}, {2, 3}, {4, 3}})).root, 3u);
}

TEST(UpDown, EveryCableLeadsUpOneWayAndDownTheOther) {
  Random random(3, topology_stream);
  const UpDown graph(random_network(30, 25, random));
  std::size_t up = 0;
  for (const auto& link : graph.links) up += link.up;
  EXPECT_EQ(2 * up, graph.links.size());
}

TEST(ShortestPath, NeverTurnsUpwardsAtTheSwitchOppositeTheRoot) {
  // Ring of six, root 0, so the levels are 0 1 2 3 2 1. From 2 to 4 the path over 3 goes down and up again:
  // illegal. The legal one goes over the root.
  const Network net = ring_network(6);
  const ShortestPath routing = prepared(net);
  Random random(1, routing_stream);
  ASSERT_EQ(UpDown(net).root, 0u);
  EXPECT_EQ(walk(routing, net, 2, 4, random, 0).channels.size(), 4u);
  EXPECT_EQ(walk(routing, net, 4, 3, random, 0).channels.size(), 1u);
  EXPECT_EQ(walk(routing, net, 0, 3, random, 0).channels.size(), 3u);
}

TEST(ShortestPath, HasTheSameTablesForAPartOfTheSwitchesAndNoOthers) {
  Random random(7, topology_stream);
  const Network net = random_network(40, 30, random);
  const std::vector<SwitchId> own{3, 4, 5, 20, 39};
  PortSets all, part;
  all.fill(net, 3), part.fill(net, 3, own);
  for (const SwitchId here : own)
    for (const SwitchId to : switches_with_hosts(net))
      for (std::uint32_t phase = 0; phase < 3 && to != here; ++phase)
        EXPECT_TRUE(std::ranges::equal(all.steps(here, to, phase), part.steps(here, to, phase)));
  EXPECT_LT(part.bytes() * 4, all.bytes());
}

TEST(ShortestPath, UsesAllParallelCables) {
  const Network net = graph_network(2, {{0, 1}, {0, 1}, {0, 1}});
  ShortestPath routing = prepared(net);
  int ports = 0;
  routing.options(0, Route{.to = 1}, [&](Hop, const Route&) { ++ports; });
  EXPECT_EQ(ports, 3);
  const auto queue_length = [](std::uint16_t port) { return std::int64_t{port == 2 ? 0 : 100}; };
  for (std::uint64_t salt = 0; salt < 50; ++salt) {
    Route packet{.to = 1};
    EXPECT_EQ(routing.route(0, packet, queue_length, salt).port, 2);
  }
  routing.choice = PortChoice::hash;
  std::vector<int> taken(4);
  for (std::uint64_t salt = 0; salt < 3000; ++salt) {
    Route packet{.to = 1};
    ++taken[routing.route(0, packet, queue_length, salt).port];
  }
  for (std::size_t port : {1, 2, 3}) EXPECT_NEAR(taken[port], 1000, 150);
}

/// Returns legal distances by brute force: every path of up to `hops` hops.
std::size_t legal_distance(const UpDown& graph, SwitchId from, SwitchId to) {
  std::vector<std::pair<SwitchId, bool>> now{{from, true}};
  for (std::size_t hops = 0;; ++hops) {
    std::vector<std::pair<SwitchId, bool>> next;
    for (const auto& [s, may_rise] : now) {
      if (s == to) return hops;
      for (std::uint32_t l = graph.first[s]; l < graph.first[s + 1]; ++l)
        if (may_rise || !graph.links[l].up) next.push_back({graph.links[l].to, graph.links[l].up});
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    now = std::move(next);
  }
}

TEST(ShortestPath, TakesAShortestLegalWayOnRandomGraphs) {
  Random random(5, topology_stream);
  for (int i = 0; i < 20; ++i) {
    const Network net = random_network(12, static_cast<std::uint32_t>(random.below(20)), random);
    const ShortestPath routing = prepared(net);
    const UpDown graph(net);
    for (HostId from = 0; from < net.hosts; ++from)
      for (HostId to = 0; to < net.hosts; ++to) {
        const Walk way = walk(routing, net, from, to, random, 50);
        ASSERT_EQ(way.fault, "");
        ASSERT_EQ(way.channels.size(), legal_distance(graph, from, to));
      }
  }
}

TEST(ShortestPath, RefusesWhatIsInPiecesOrTooLarge) {
  const Problems apart = ShortestPath{}.check(graph_network(4, {{0, 1}, {2, 3}}));
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_NE(apart[0].what.find("is not connected"), std::string::npos);
  const Problems large = ShortestPath{}.check(ring_network(30'000));
  ASSERT_EQ(large.size(), 1u);
  EXPECT_NE(large[0].what.find("3.4 GiB for 30000 switches"), std::string::npos) << large[0].what;
}

}  // namespace
}  // namespace ebb::inline routing
