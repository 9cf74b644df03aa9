#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "routing/check/dependency_check.hpp"
#include "routing/grid/grid_adaptive.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "routing/grid/grid_odd_even.hpp"
#include "routing/routing_testing.hpp"
#include "topology/grid.hpp"

namespace ebb::inline routing {
namespace {

template <class Grid>
Network grid(std::vector<std::int64_t> sizes) {
  Grid t;
  t.sizes = std::move(sizes), t.c = 1;
  return t.build(Cables{});
}

/// The switches that the options lead to.
template <class Routing>
std::set<SwitchId> nexts(const Network& net, const Routing& routing, SwitchId here, const Route& packet) {
  std::set<SwitchId> found;
  routing.options(here, packet, [&](Hop hop, const Route&) {
    found.insert(net.owner[net.peer[net.first_port[here] + hop.port]]);
  });
  return found;
}

/// Outputs with values set by a test.
struct Outputs {
  std::vector<std::int64_t> queue_length;
  bool all_open = true;
  std::int64_t operator()(std::uint16_t port) const {
    return port < queue_length.size() ? queue_length[port] : 0;
  }
  bool open(Hop) const { return all_open; }
};

TEST(GridDimensionOrder, CorrectsTheColumnFirst) {
  const Network net = grid<Mesh>({4, 4});
  const auto routing = prepared<GridDimensionOrder>(net);
  EXPECT_EQ(routing.vcs(), 1);
  EXPECT_EQ(nexts(net, routing, 5, Route{.to = 15}), std::set<SwitchId>{6});
  EXPECT_EQ(nexts(net, routing, 7, Route{.to = 15}), std::set<SwitchId>{11});
  EXPECT_EQ(nexts(net, routing, 5, Route{.to = 0}), std::set<SwitchId>{4});
}

TEST(GridDimensionOrder, TakesTheShorterWayRoundATorus) {
  const Network net = grid<Torus>({6});
  const auto routing = prepared<GridDimensionOrder>(net);
  EXPECT_EQ(routing.vcs(), 2);
  EXPECT_EQ(nexts(net, routing, 0, Route{.to = 2}), std::set<SwitchId>{1});
  EXPECT_EQ(nexts(net, routing, 0, Route{.to = 4}), std::set<SwitchId>{5});
  EXPECT_EQ(nexts(net, routing, 0, Route{.to = 3}), (std::set<SwitchId>{1, 5})) << "equally far";
}

TEST(GridDimensionOrder, ChangesTheVirtualChannelBehindTheEdge) {
  const Network net = grid<Torus>({6});
  const auto routing = prepared<GridDimensionOrder>(net);
  Route packet{.to = 1};
  const Outputs idle;
  EXPECT_EQ(routing.route(4, packet, idle, 9).vc, 0);  // 4 to 5
  EXPECT_EQ(routing.route(5, packet, idle, 9).vc, 0);  // 5 to 0, over the edge
  EXPECT_EQ(routing.route(0, packet, idle, 9).vc, 1);  // 0 to 1
}

/// Dimension order without the dateline.
struct NoDateline : GridDimensionOrder {
  int vcs() const { return 1; }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    GridDimensionOrder::options(here, packet, [&](Hop hop, const Route& next) {
      each(Hop{hop.port, 0}, next);
    });
  }
};

TEST(GridDimensionOrder, WouldDeadlockWithoutADateline) {
  const Network net = grid<Torus>({5, 3});
  const auto report = check_dependencies(prepared<NoDateline>(net), net);
  EXPECT_TRUE(report.faults.empty());
  EXPECT_THAT(report.cycle, testing::SizeIs(5));  // a ring of five; on one of three every path is one hop
  EXPECT_TRUE(check_dependencies(prepared<GridDimensionOrder>(net), net).clean());
}

TEST(GridOddEven, TurnsEastboundPacketsInOddColumnsOnly) {
  const Network net = grid<Mesh>({6, 6});  // switch = column + 6 * row
  const auto routing = prepared<GridOddEven>(net);
  const Route east{.to = 5 + 6 * 5, .phase = 1};
  EXPECT_EQ(nexts(net, routing, 2 + 6, east), std::set<SwitchId>{3 + 6});
  EXPECT_EQ(nexts(net, routing, 3 + 6, east), (std::set<SwitchId>{4 + 6, 3 + 12}));
  EXPECT_EQ(nexts(net, routing, 2 + 6, Route{.to = 5 + 6 * 5}), (std::set<SwitchId>{3 + 6, 2 + 12}))
      << "a packet that starts here does not turn";
}

TEST(GridOddEven, TurnsWestInEvenColumnsOnly) {
  const Network net = grid<Mesh>({6, 6});
  const auto routing = prepared<GridOddEven>(net);
  EXPECT_EQ(nexts(net, routing, 4 + 6, Route{.to = 0 + 6 * 4}), (std::set<SwitchId>{3 + 6, 4 + 12}));
  EXPECT_EQ(nexts(net, routing, 3 + 6, Route{.to = 0 + 6 * 4}), std::set<SwitchId>{2 + 6});
}

TEST(GridOddEven, ReachesAnEvenColumnInItsRow) {
  const Network net = grid<Mesh>({6, 6});
  const auto routing = prepared<GridOddEven>(net);
  EXPECT_EQ(nexts(net, routing, 3 + 6, Route{.to = 4 + 6 * 3, .phase = 1}), std::set<SwitchId>{3 + 12});
}

TEST(GridOddEven, RefusesATorusAndThreeDimensions) {
  EXPECT_FALSE(GridOddEven{}.check(grid<Torus>({4, 4})).empty());
  EXPECT_FALSE(GridOddEven{}.check(grid<Mesh>({2, 2, 2})).empty());
}

TEST(GridAdaptive, TakesTheShortestOpenQueueAndElseTheEscapeChannel) {
  const Network net = grid<Mesh>({4, 4});
  const auto routing = prepared<GridAdaptive>(net);
  // Switch 5: host 0, left 1, right 2, down 3, up 4.
  Outputs outputs{.queue_length = {0, 0, 700, 0, 300}};
  Route packet{.to = 15};
  EXPECT_EQ(routing.route(5, packet, outputs, 1), (Hop{4, 1}));
  outputs.queue_length[4] = 900;
  EXPECT_EQ(routing.route(5, packet, outputs, 1), (Hop{2, 1}));
  outputs.all_open = false;
  EXPECT_EQ(routing.route(5, packet, outputs, 1), (Hop{2, 0})) << "dimension order";
}

/// The adaptive channels, but waited for like any other.
struct WaitsForAll : GridAdaptive {
  bool waits_for(Hop) const { return true; }
};

TEST(GridAdaptive, WouldDeadlockIfItWaitedForAdaptiveChannels) {
  for (const Network& net : {grid<Mesh>({3, 3}), grid<Torus>({4, 4})}) {
    EXPECT_FALSE(check_dependencies(prepared<WaitsForAll>(net), net).cycle.empty());
    EXPECT_TRUE(check_dependencies(prepared<GridAdaptive>(net), net).clean());
    EXPECT_TRUE(check_dependencies(prepared<GridAdaptive>(net), net, {.packets_span = true}).clean());
  }
}

}  // namespace
}  // namespace ebb::inline routing
