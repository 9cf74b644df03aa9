// The ideal throughput of oblivious routings: the load that the busiest channel allows. It is the value in
// docs/design/routings.md, and the upper bound of a simulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/clos/clos_ecmp.hpp"
#include "routing/dragonfly/dragonfly_minimal.hpp"
#include "routing/dragonfly/dragonfly_valiant_group.hpp"
#include "routing/dragonfly/dragonfly_valiant_node.hpp"
#include "routing/graph/shortest_path.hpp"
#include "routing/grid/grid_dimension_order.hpp"
#include "topology/complete.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"
#include "topology/tree.hpp"

namespace ebb::inline routing {
namespace {

using Pattern = std::function<HostId(HostId from, Random&)>;

/// Sends `packets` from every host and returns 1 / (packets over the busiest channel between switches, per
/// packet that a host sends).
template <class Routing>
double ideal_throughput(const Network& net, const Pattern& destination, int packets) {
  Routing routing;
  EXPECT_TRUE(routing.check(net).empty());
  routing.prepare(net);
  Random random(7, routing_stream);
  std::vector<int> load(net.switch_ports(), 0);
  const auto idle = [](std::uint16_t) { return std::int64_t{0}; };
  for (int i = 0; i < packets; ++i)
    for (HostId from = 0; from < net.hosts; ++from) {
      const PortId last = net.peer[net.host_port(destination(from, random))];
      Route packet{.to = net.owner[last]};
      packet.out = static_cast<std::uint16_t>(last - net.first_port[packet.to]);
      const std::uint64_t salt = route_salt<Routing>(from, static_cast<std::int64_t>(random.next()));
      SwitchId here = net.switch_of_host(from);
      for (PortId channel = 0; channel != last;) {
        channel = net.first_port[here] + routing.route(here, packet, idle, salt).port;
        if (channel == last) break;
        ++load[channel];
        here = net.owner[net.peer[channel]];
      }
    }
  return static_cast<double>(packets) / *std::max_element(load.begin(), load.end());
}

Pattern uniform(const Network& net) {
  return [&net](HostId, Random& random) { return static_cast<HostId>(random.below(net.hosts)); };
}
/// To the same port, this many hosts further.
Pattern shift(const Network& net, HostId by) {
  return [&net, by](HostId from, Random&) { return (from + by) % net.hosts; };
}

/// To a random one of the next `size` hosts: the next switch, or the next group.
Pattern next_of(const Network& net, HostId size) {
  return [&net, size](HostId from, Random& random) {
    return (from / size * size + size + static_cast<HostId>(random.below(size))) % net.hosts;
  };
}

/// The busiest of many channels with the same mean load is some percent above it.
constexpr double spread = 0.12;

TEST(IdealThroughput, OfDimensionOrderOnTheButterfly) {
  FlattenedButterfly t;
  t.c = 8, t.k = 8, t.n = 2;
  const Network net = t.build(Cables{});
  EXPECT_NEAR(ideal_throughput<DimensionOrder>(net, uniform(net), 1000), 1.0, spread);
  EXPECT_NEAR(ideal_throughput<DimensionOrder>(net, shift(net, 8), 10), 1.0 / 8, 1e-9);
}

TEST(IdealThroughput, OfValiantOnTheButterflyIsOneHalfForAnyTraffic) {
  FlattenedButterfly t;
  t.c = 8, t.k = 8, t.n = 2;
  const Network net = t.build(Cables{});
  EXPECT_NEAR(ideal_throughput<Valiant>(net, uniform(net), 1000), 0.5, spread * 0.5);
  EXPECT_NEAR(ideal_throughput<Valiant>(net, shift(net, 8), 1000), 0.5, spread * 0.5);
}

TEST(IdealThroughput, OfTheFoldedClosIsFullForUniformTrafficAndShifts) {
  FoldedClos t;
  t.levels = 3, t.radix = 4;
  const Network net = t.build(Cables{});
  EXPECT_NEAR(ideal_throughput<ClosEcmp>(net, uniform(net), 2000), 1.0, 0.25);
  EXPECT_NEAR(ideal_throughput<ClosEcmp>(net, shift(net, 4), 1), 1.0, 1e-9);
}

/// Balanced: a = 2p = 2h. Between two groups there is one cable.
Network balanced_dragonfly() {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  return t.build(Cables{});
}

TEST(IdealThroughput, OfMinimalRoutingOnTheDragonflyFallsToOneCableForAGroup) {
  const Network net = balanced_dragonfly();
  EXPECT_GT(ideal_throughput<DragonflyMinimal>(net, uniform(net), 1000), 0.85);
  EXPECT_NEAR(ideal_throughput<DragonflyMinimal>(net, shift(net, 8), 10), 1.0 / 8, 1e-9);
}

TEST(IdealThroughput, OfValiantOnTheDragonflyIsAboutOneHalfOfTheGlobalCables) {
  // Every packet takes two global cables, and there is one for each host. Over a group the local channels of
  // the intermediate group can be busier: to the next group, every packet that arrives at one switch leaves
  // by the same other switch.
  const Network net = balanced_dragonfly();
  EXPECT_NEAR(ideal_throughput<DragonflyValiantGroup>(net, uniform(net), 1000), 0.5, 0.1);
  EXPECT_NEAR(ideal_throughput<DragonflyValiantNode>(net, uniform(net), 1000), 0.5, 0.1);
  EXPECT_NEAR(ideal_throughput<DragonflyValiantNode>(net, shift(net, 8), 1000), 0.45, 0.1);
  EXPECT_GT(ideal_throughput<DragonflyValiantGroup>(net, shift(net, 8), 1000), 3.0 / 8);
}

TEST(IdealThroughput, OfTheDragonflyToTheNextGroupIsTheClosedForm) {
  const Network net = balanced_dragonfly();  // a p = 8 hosts in each of g = 9 groups
  const Pattern next = next_of(net, 8);
  EXPECT_NEAR(ideal_throughput<DragonflyMinimal>(net, next, 10), 1.0 / 8, 1e-9);
  EXPECT_NEAR(ideal_throughput<DragonflyValiantGroup>(net, next, 2000), 7.0 / 16, spread * 0.5);
  EXPECT_NEAR(ideal_throughput<DragonflyValiantNode>(net, next, 2000), 9.0 / 16, spread * 0.5);
}

TEST(IdealThroughput, OfValiantOverGroupsSuffersWhenAllThatLandsAtASwitchLeavesByOneOther) {
  Dragonfly t;
  t.a = 6, t.p = 3, t.h = 3;
  const Network net = t.build(Cables{});
  const Pattern three_further = [&](HostId from, Random& random) {
    return (from / 18 * 18 + 3 * 18 + static_cast<HostId>(random.below(18))) % net.hosts;
  };
  EXPECT_NEAR(ideal_throughput<DragonflyValiantGroup>(net, three_further, 1000), 17.0 / 72, spread * 0.25);
  EXPECT_NEAR(ideal_throughput<DragonflyValiantNode>(net, three_further, 1000), 19.0 / 36, spread * 0.6);
}

TEST(IdealThroughput, OfTheCompleteGraphIsItsDirectCables) {
  Complete t;
  t.switches = 4, t.hosts_per_switch = 8, t.links = 1;
  const Network net = t.build(Cables{});
  EXPECT_NEAR(ideal_throughput<DimensionOrder>(net, uniform(net), 1000), 4 * 1 / 8.0, spread * 0.5);
  EXPECT_NEAR(ideal_throughput<ShortestPath>(net, uniform(net), 1000), 4 * 1 / 8.0, spread * 0.5);
  EXPECT_NEAR(ideal_throughput<DimensionOrder>(net, next_of(net, 8), 10), 1 / 8.0, 1e-9);
  EXPECT_NEAR(ideal_throughput<Valiant>(net, next_of(net, 8), 1000), 4 * 1 / 16.0, spread * 0.3);
}

TEST(IdealThroughput, OfTheTreeIsTheCablesOfItsRoot) {
  Tree t;
  t.arity = 2, t.depth = 3, t.links = 2, t.hosts_per_switch = 2, t.hosts_on = TreeHosts::leaves;
  const Network net = t.build(Cables{});
  ASSERT_EQ(net.hosts, 16u);
  // Half of what 8 hosts send leaves their half over two cables.
  EXPECT_NEAR(ideal_throughput<ShortestPath>(net, uniform(net), 2000), 2 / (8 * 0.5), spread * 0.5);
}

TEST(IdealThroughput, OfDimensionOrderOnTheMeshForATransposeIsOneCorner) {
  Mesh mesh;
  mesh.sizes = {8, 8}, mesh.c = 1;
  const Network net = mesh.build(Cables{});
  const Pattern transpose = [](HostId from, Random&) { return from % 8 * 8 + from / 8; };
  EXPECT_NEAR(ideal_throughput<GridDimensionOrder>(net, transpose, 10), 1.0 / 7, 1e-9);
}

TEST(IdealThroughput, OfDimensionOrderOnRingsAndMeshesIsTheTextbooks) {
  Torus torus;
  torus.sizes = {8, 8}, torus.c = 1;
  const Network round = torus.build(Cables{});
  EXPECT_NEAR(ideal_throughput<GridDimensionOrder>(round, uniform(round), 1000), 8.0 / 8, spread);  // 8/k
  torus.sizes = {16};
  const Network ring = torus.build(Cables{});
  EXPECT_NEAR(ideal_throughput<GridDimensionOrder>(ring, uniform(ring), 2000), 8.0 / 16, spread * 0.5);
  EXPECT_NEAR(ideal_throughput<GridDimensionOrder>(ring, shift(ring, 7), 10), 1.0 / 7, 1e-9);  // tornado
  Mesh mesh;
  mesh.sizes = {8, 8}, mesh.c = 1;
  const Network flat = mesh.build(Cables{});
  EXPECT_NEAR(ideal_throughput<GridDimensionOrder>(flat, uniform(flat), 1000), 4.0 / 8, spread * 0.5);  // 4/k
}

}  // namespace
}  // namespace ebb::inline routing
