#include <gtest/gtest.h>

#include <map>

#include "routing/clos/clos_adaptive.hpp"
#include "routing/clos/clos_ecmp.hpp"
#include "routing/routing_testing.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline routing {
namespace {

/// The textbook's fat tree: 4-port switches, 16 hosts, access switches 0 to 7, then 8 to 15, top 16 to 19.
/// Access switch: hosts at ports 0 and 1, up ports 2 and 3; middle: down ports 0 and 1, up ports 2 and 3.
Network textbook() {
  FoldedClos t;
  t.levels = 3, t.radix = 4;
  return t.build(Cables{});
}

/// The switches that a packet visits.
std::vector<SwitchId> way(const Network& net, const ClosEcmp& routing, HostId from, HostId to) {
  std::vector<SwitchId> visited{net.switch_of_host(from)};
  Route packet{.to = net.switch_of_host(to), .out = static_cast<std::uint16_t>(to % 2)};
  while (true) {
    const Hop hop = routing.route(visited.back(), packet, idle, from);
    const PortId peer = net.peer[net.first_port[visited.back()] + hop.port];
    if (net.is_host_port(peer)) {
      EXPECT_EQ(net.host_at(peer), to);
      return visited;
    }
    visited.push_back(net.owner[peer]);
  }
}

TEST(ClosAdaptive, GoesUpOverTheShorterQueue) {
  const Network net = textbook();
  const auto routing = prepared<ClosAdaptive>(net);
  const auto queue_length = [](std::uint16_t port) { return std::int64_t{port == 2 ? 500 : 100}; };
  for (std::uint64_t salt = 0; salt < 20; ++salt) {
    Route packet{.to = 7, .out = 1};
    EXPECT_EQ(routing.route(0, packet, queue_length, salt), (Hop{3, 0}));
  }
}

TEST(ClosAdaptive, GoesDownAsSoonAsTheDestinationLiesBelow) {
  const Network net = textbook();
  const auto routing = prepared<ClosAdaptive>(net);
  Route packet{.to = 1, .out = 1};
  EXPECT_EQ(routing.route(8, packet, idle, 1), (Hop{1, 0}));  // access switch 1 is the second of the pod
  Route other{.to = 6, .out = 0};
  EXPECT_EQ(routing.route(16, other, idle, 1), (Hop{3, 0}));  // pod 3
}

TEST(ClosEcmp, ByDestinationDealsHostsToTheUpPortsInTurn) {
  const Network net = textbook();
  const auto routing = prepared<ClosEcmp>(net);
  // Host 14 is binary 1110: its digits are 0 at the access level and 1 in the middle: up by the first port to
  // switch 8, up by the second to switch 17, down to pod 3.
  EXPECT_EQ(way(net, routing, 0, 14), (std::vector<SwitchId>{0, 8, 17, 14, 7}));
  EXPECT_EQ(way(net, routing, 1, 14), (std::vector<SwitchId>{0, 8, 17, 14, 7}));
  EXPECT_EQ(way(net, routing, 0, 15), (std::vector<SwitchId>{0, 9, 19, 15, 7}));
}

TEST(ClosEcmp, BySourceDealsHostsToTheUpPortsInTurn) {
  const Network net = textbook();
  auto routing = prepared<ClosEcmp>(net);
  routing.key = ClosKey::source;
  EXPECT_EQ(way(net, routing, 3, 14), (std::vector<SwitchId>{1, 9, 19, 15, 7}));
  EXPECT_EQ(way(net, routing, 2, 14), (std::vector<SwitchId>{1, 8, 17, 14, 7}));
  EXPECT_EQ(way(net, routing, 2, 15), (std::vector<SwitchId>{1, 8, 17, 14, 7}));
}

TEST(ClosEcmp, ByBothKeepsAPairTogetherAndSpreadsPairs) {
  const Network net = textbook();
  auto routing = prepared<ClosEcmp>(net);
  routing.key = ClosKey::both;
  std::map<SwitchId, int> tops;
  for (HostId from = 0; from < 4; ++from)
    for (HostId to = 4; to < 16; ++to) {
      EXPECT_EQ(way(net, routing, from, to), way(net, routing, from, to));
      ++tops[way(net, routing, from, to)[2]];
    }
  ASSERT_EQ(tops.size(), 4u);
  for (const auto& [top, pairs] : tops) EXPECT_NEAR(pairs, 12, 8) << top;
}

TEST(ClosEcmp, ByDestinationLoadsTheTopEvenlyUnderAShift) {
  // Every host sends to the one eight further: no two paths share an up channel.
  const Network net = textbook();
  const auto routing = prepared<ClosEcmp>(net);
  std::map<std::pair<SwitchId, SwitchId>, int> used;
  for (HostId from = 0; from < 16; ++from) {
    const auto visited = way(net, routing, from, (from + 8) % 16);
    for (std::size_t i = 0; i + 1 < visited.size(); ++i) ++used[{visited[i], visited[i + 1]}];
  }
  for (const auto& [channel, times] : used) EXPECT_EQ(times, 1) << channel.first << " to " << channel.second;
}

}  // namespace
}  // namespace ebb::inline routing
