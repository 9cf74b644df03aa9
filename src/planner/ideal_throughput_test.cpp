#include "planner/ideal_throughput.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"
#include "topology/star.hpp"
#include "topology/tree.hpp"

namespace ebb::inline planner {
namespace {

double of(const Topology& t) {
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  const auto share = ideal_throughput(t, t.facts(), Cables{});
  EXPECT_TRUE(share);
  return share.value_or(-1);
}

FlattenedButterfly butterfly(std::int64_t c, std::vector<std::int64_t> sizes) {
  FlattenedButterfly t;
  t.c = c, t.sizes = std::move(sizes);
  return t;
}

FoldedClos clos(std::int64_t levels, std::int64_t radix, std::int64_t hosts, std::int64_t up,
                std::int64_t pod, std::int64_t pods) {
  FoldedClos t;
  t.levels = levels, t.radix = radix, t.hosts_per_switch = hosts, t.uplinks = up, t.pod = pod, t.pods = pods;
  return t;
}

template <class T>
T grid(std::int64_t c, std::vector<std::int64_t> sizes) {
  T t;
  t.c = c, t.sizes = std::move(sizes);
  return t;
}

/// Returns the hops between each switch and `to`, by breadth-first search.
std::vector<std::int64_t> distances(const Network& net, SwitchId to) {
  std::vector<std::int64_t> far(net.switches(), -1);
  std::vector<SwitchId> next{to};
  far[to] = 0;
  for (std::size_t i = 0; i < next.size(); ++i)
    for (PortId p = net.first_port[next[i]]; p < net.first_port[next[i] + 1]; ++p) {
      const PortId other = net.peer[p];
      if (other >= net.switch_ports() || far[net.owner[other]] >= 0) continue;
      far[net.owner[other]] = far[next[i]] + 1, next.push_back(net.owner[other]);
    }
  return far;
}

/// Hosts at a quarter of the rate between switches: what is oversubscribed 8:1 in ports is 2:1 in rate.
TEST(IdealThroughput, GrowsWithTheRateBetweenSwitchesOverTheHosts) {
  const FoldedClos t = clos(2, 18, 16, 2, 18, 0);
  Cables cables;
  const double same = ideal_throughput(t, t.facts(), cables).value();
  cables.host_rate = {cables.rate.v / 4};
  EXPECT_NEAR(ideal_throughput(t, t.facts(), cables).value(), 4 * same, 1e-9);
  cables.host_rate = {cables.rate.v / 40};
  EXPECT_EQ(ideal_throughput(t, t.facts(), cables).value(), 1);
}

/// By counting: every host sends to every host, and every switch spreads its traffic to one destination over
/// all cables that lead nearer.
double counted(const Topology& t) {
  const Network net = t.build(Cables{});
  std::vector<double> hosts(net.switches(), 0), load(net.switch_ports(), 0);
  for (HostId h = 0; h < net.hosts; ++h) hosts[net.switch_of_host(h)] += 1;
  for (SwitchId to = 0; to < net.switches(); ++to) {
    if (hosts[to] == 0) continue;
    const auto far = distances(net, to);
    std::vector<SwitchId> order(net.switches());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](SwitchId a, SwitchId b) { return far[a] > far[b]; });
    std::vector<double> has(net.switches());
    for (SwitchId s = 0; s < net.switches(); ++s) has[s] = hosts[s] * hosts[to] / net.hosts;
    for (const SwitchId s : order) {
      std::vector<PortId> nearer;
      for (PortId p = net.first_port[s]; p < net.first_port[s + 1]; ++p)
        if (net.peer[p] < net.switch_ports() && far[net.owner[net.peer[p]]] < far[s]) nearer.push_back(p);
      for (const PortId p : nearer) {
        const double part = has[s] / static_cast<double>(nearer.size());
        load[p] += part, has[net.owner[net.peer[p]]] += part;
      }
    }
  }
  return std::min(1.0, 1 / *std::max_element(load.begin(), load.end()));
}

TEST(PlannedThroughput, OfAShortDimensionIsWhatItsOwnCablesCarry) {
  EXPECT_DOUBLE_EQ(of(butterfly(12, {28, 3})), 0.25);  // 12 x 2/3 = 8 units over 2 cables
  EXPECT_DOUBLE_EQ(of(butterfly(24, {28, 3})), 0.125);
  EXPECT_DOUBLE_EQ(of(butterfly(8, {8, 8, 8, 8})), 1);
}

TEST(PlannedThroughput, IsWhatIsCountedCableByCable) {
  Tree tree;
  tree.arity = 3, tree.depth = 2, tree.links = 2, tree.hosts_per_switch = 4;
  Star star;
  star.hosts = 7;
  FlattenedButterfly parallel = butterfly(6, {4, 3});
  parallel.parallel = {1, 2};
  const FlattenedButterfly odd = butterfly(5, {5, 3, 2});
  for (const Topology* t : std::initializer_list<const Topology*>{&tree, &star, &parallel, &odd})
    EXPECT_NEAR(of(*t), counted(*t), 1e-9);
  EXPECT_NEAR(of(grid<Torus>(2, {8, 4})), counted(grid<Torus>(2, {8, 4})), 1e-9);
  EXPECT_NEAR(of(grid<Torus>(3, {7, 3})), counted(grid<Torus>(3, {7, 3})), 1e-9);
  EXPECT_NEAR(of(grid<Torus>(9, {2, 2})), counted(grid<Torus>(9, {2, 2})), 1e-9);
  EXPECT_NEAR(of(grid<Mesh>(3, {7})), counted(grid<Mesh>(3, {7})), 1e-9);
  EXPECT_DOUBLE_EQ(of(grid<Mesh>(1, {8, 8})), 0.5);
}

TEST(PlannedThroughput, OfAnEvenClosIsThatOfItsUplinks) {
  EXPECT_DOUBLE_EQ(of(clos(2, 16, 12, 4, 16, 1)), 4.0 / 12 / (15.0 / 16));
  for (const FoldedClos& t :
       {clos(2, 12, 6, 6, 6, 1), clos(2, 16, 8, 8, 16, 1), clos(2, 16, 12, 4, 16, 1),
        clos(2, 16, 11, 5, 3, 1), clos(3, 8, 4, 4, 4, 8), clos(3, 8, 5, 3, 4, 8), clos(3, 8, 6, 2, 2, 4),
        clos(3, 8, 4, 4, 4, 2), clos(4, 8, 4, 4, 4, 32), clos(4, 8, 5, 2, 4, 8), clos(4, 8, 4, 4, 2, 16)})
    EXPECT_NEAR(of(t), counted(t), 1e-9) << t.levels << " levels, " << t.pods << " pods";
}

/// Where cables cannot be assigned evenly, a Clos carries less than its uplinks could.
TEST(PlannedThroughput, OfAClosCountsHowItsCablesAreDealt) {
  // 10 switches with 8 cables each to 5: some pairs have 2, others 1, of 16 to each of the 5. One cable gets
  // 15 of the 72 parts of what 8 hosts receive from others (9/10): 1.5.
  EXPECT_DOUBLE_EQ(of(clos(2, 16, 8, 8, 10, 1)), 1 / 1.5);
  for (const FoldedClos& t : {clos(2, 16, 8, 8, 10, 1), clos(2, 16, 11, 5, 12, 1), clos(2, 16, 11, 4, 12, 1),
                              clos(2, 12, 5, 5, 5, 1), clos(2, 12, 7, 5, 11, 1)}) {
    EXPECT_LE(of(t), counted(t) + 1e-9) << t.hosts_per_switch << " " << t.pod;
    EXPECT_GE(of(t), 0.8 * counted(t)) << t.hosts_per_switch << " " << t.pod;
  }
  EXPECT_FALSE(ideal_throughput(clos(4, 8, 5, 2, 4, 7).network_shape()));  // not estimated
}

TEST(PlannedThroughput, OfThreeLevelsWithUnevenTopsIsCounted) {
  EXPECT_NEAR(of(clos(3, 8, 5, 3, 4, 5)), 12.0 / 31, 1e-9);  // the closed form of two levels would give 3 / 7
  for (const FoldedClos& t :
       {clos(3, 8, 5, 3, 4, 5), clos(3, 8, 3, 3, 4, 3), clos(3, 8, 4, 4, 4, 7), clos(3, 16, 8, 4, 4, 3),
        clos(3, 16, 12, 4, 8, 6), clos(3, 16, 4, 4, 8, 9), clos(3, 8, 6, 2, 2, 5)})
    EXPECT_NEAR(of(t), counted(t), 1e-9) << t.hosts_per_switch << " " << t.pods;
}

TEST(PlannedThroughput, OfADragonflyWithFewerGroupsIsThatOfItsThinnestPair) {
  Dragonfly t;
  t.a = 4, t.p = t.h = 2;
  EXPECT_DOUBLE_EQ(of(t), 1);  // 9 groups, a cable for each pair: 64 / 72 of its rate; inside, 4 x 17 / 72
  t.g = 6;                     // 8 cables to 5 groups, so some have one: 64 / 48; inside at most 4 x 17 / 48
  EXPECT_DOUBLE_EQ(of(t), 48.0 / 68);
  t.p = 1;
  EXPECT_DOUBLE_EQ(of(t), 1);
  t.a = 1, t.p = 3, t.h = 5;  // a complete graph of 6
  EXPECT_DOUBLE_EQ(of(t), 1);
  t.p = 12;
  EXPECT_DOUBLE_EQ(of(t), 0.5);
}

}  // namespace
}  // namespace ebb::inline planner
