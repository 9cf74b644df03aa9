#include "routing/tables/vlan_tree_paths.hpp"

#include <gtest/gtest.h>

#include "routing/check/dependency_check.hpp"
#include "routing/check/walk.hpp"
#include "routing/networks_testing.hpp"

namespace ebb::inline routing {
namespace {

VlanTreePaths prepared(const Network& network, PathRule rule) {
  VlanTreePaths routing;
  routing.paths = rule;
  EXPECT_TRUE(routing.check(network).empty());
  routing.prepare(network);
  return routing;
}

std::size_t hops(const VlanTreePaths& routing, const Network& network, HostId from, HostId to) {
  Random random(1, routing_stream);
  return walk(routing, network, from, to, random, from).channels.size();
}

TEST(VlanTreePaths, GoesRoundTheRootWhereTheShortWayWouldTurnUp) {
  // Ring of six, root 0: from 2 to 4 over 3 goes down and up again. Only the shortest paths do that.
  const Network ring = ring_network(6);
  EXPECT_EQ(hops(prepared(ring, PathRule::up_down), ring, 2, 4), 4u);
  EXPECT_EQ(hops(prepared(ring, PathRule::shortest), ring, 2, 4), 2u);
}

TEST(VlanTreePaths, KeepsAFlowOnOneCableOfATrunkWhateverIsQueued) {
  const Network net = graph_network(2, {{0, 1}, {0, 1}, {0, 1}});
  const VlanTreePaths routing = prepared(net, PathRule::up_down);
  int ports = 0;
  routing.options(0, Route{.to = 1}, [&](Hop, const Route&) { ++ports; });
  EXPECT_EQ(ports, 3);
  Route first{.to = 1}, second{.to = 1};
  const auto empty = [](std::uint16_t) { return std::int64_t{0}; };
  const std::uint16_t port = routing.route(0, first, empty, 0).port;
  const auto full = [port](std::uint16_t p) { return std::int64_t{p == port ? 1'000'000 : 0}; };
  EXPECT_EQ(routing.route(0, second, full, 0).port, port);
}

TEST(VlanTreePaths, ClosesACircleOfWaitsOnlyByTheShortestWays) {
  const Network ring = ring_network(6);
  const auto cycle = [&](PathRule rule) { return check_dependencies(prepared(ring, rule), ring).cycle; };
  EXPECT_TRUE(cycle(PathRule::up_down).empty());
  EXPECT_FALSE(cycle(PathRule::shortest).empty());
}

TEST(VlanTreePaths, RefusesMoreSwitchesThanItsTablesHold) {
  const Problems problems = VlanTreePaths{}.check(ring_network(300));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].hint.find("shortest_path"), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline routing
