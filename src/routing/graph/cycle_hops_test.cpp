#include "routing/graph/cycle_hops.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "network/distance.hpp"
#include "routing/graph/cycle.hpp"
#include "routing/networks_testing.hpp"
#include "topology/grid.hpp"
#include "topology/irregular.hpp"

namespace ebb::inline routing {
namespace {

/// Kim's cluster: four links on each of 15 switches.
Network cluster(std::int64_t seed) {
  Irregular topology;
  topology.switches = 15, topology.degree = 4, topology.hosts_per_switch = 1, topology.seed = seed;
  return topology.build({});
}

Network grid(std::int64_t columns, std::int64_t rows) {
  Mesh topology;
  topology.sizes = {columns, rows}, topology.c = 1;
  return topology.build({});
}

void expect_cycle(const Network& net) {
  const auto cycle = cycle_through_all(net);
  ASSERT_EQ(cycle.size(), net.switches());
  auto sorted = cycle;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (std::size_t i = 0; i < cycle.size(); ++i)
    EXPECT_EQ(hops_from(net, cycle[i])[cycle[(i + 1) % cycle.size()]], 1u);
}

TEST(Cycle, IsFoundOnClustersAndMeshes) {
  for (std::int64_t seed = 1; seed <= 20; ++seed) expect_cycle(cluster(seed));
  expect_cycle(ring_network(7));
  expect_cycle(grid(4, 4));
  expect_cycle(grid(8, 8));
  expect_cycle(grid(5, 8));
}

TEST(Cycle, IsNotFoundWhereThereIsNone) {
  EXPECT_TRUE(cycle_through_all(graph_network(4, {{0, 1}, {0, 2}, {0, 3}})).empty());
  EXPECT_TRUE(cycle_through_all(grid(3, 3)).empty());  // of nine switches, five on one side of each link
  const Problems problems = CycleHops::check(grid(3, 3));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, "detours");
}

TEST(CycleHops, OneChannelOfEachSwitchLeadsToAllDestinations) {
  const Network net = cluster(1);
  CycleHops hops;
  hops.fill(net);
  const auto cycle = cycle_through_all(net);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const SwitchId here = cycle[i], next = cycle[(i + 1) % cycle.size()];
    for (SwitchId to = 0; to < net.switches(); ++to) {
      if (to == here) continue;
      const auto steps = hops.steps(here, to, 0);
      EXPECT_TRUE(std::any_of(steps.begin(), steps.end(), [&](const CycleHops::Step& step) {
        return net.owner[net.peer[net.first_port[here] + step.port]] == next;
      }));
    }
  }
}

TEST(CycleHops, EveryHopComesNearerAndPassesTheBeginningOnce) {
  const Network net = grid(4, 4);
  CycleHops hops;
  hops.fill(net);
  for (SwitchId here = 0; here < net.switches(); ++here)
    for (SwitchId to = 0; to < net.switches(); ++to)
      for (std::uint32_t phase = 0; phase < CycleHops::phases; ++phase)
        for (const CycleHops::Step& step : hops.steps(here, to, phase)) {
          const SwitchId next = net.owner[net.peer[net.first_port[here] + step.port]];
          EXPECT_GE(step.phase, phase);
          EXPECT_EQ(next == to, step.hops == 1);
          EXPECT_TRUE(next == to || !hops.steps(next, to, step.phase).empty());
        }
}

}  // namespace
}  // namespace ebb::inline routing
