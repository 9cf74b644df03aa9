#include "routing/graph/shutdown_paths.hpp"

#include <gtest/gtest.h>

#include "network/distance.hpp"
#include "routing/check/dependency_check.hpp"
#include "routing/networks_testing.hpp"
#include "routing/routing_testing.hpp"

namespace ebb::inline routing {
namespace {

/// The links that are up at one switch, and whether the shortest paths are open.
struct Links {
  const std::vector<bool>* up;
  bool is_open = true;
  std::int64_t operator()(std::uint16_t) const { return 0; }
  bool open(Hop) const { return is_open; }
  bool usable(std::uint16_t port) const { return (*up)[port]; }
};

using UpBySwitch = std::vector<std::vector<bool>>;

UpBySwitch all_up(const Network& net) {
  UpBySwitch up;
  for (SwitchId s = 0; s < net.switches(); ++s) up.emplace_back(net.ports_of(s), true);
  return up;
}

/// Takes links down at random, each switch by itself, all but those of the tree.
UpBySwitch some_up(const Network& net, const LinkStages& stages, Random& random) {
  UpBySwitch up = all_up(net);
  for (SwitchId s = 0; s < net.switches(); ++s)
    for (int i = 0; i < 20; ++i) {
      const auto port = static_cast<std::uint16_t>(random.below(net.ports_of(s)));
      if (stages.place(s, port).stage == 0) continue;
      up[s][port] = false;
    }
  return up;
}

/// Returns the hops to the destination over links that are up; -1 when it takes another link.
int hops_over(const ShutdownPaths& routing, const Network& net, const UpBySwitch& up, SwitchId from,
              SwitchId to, bool open) {
  Route packet{.to = to};
  SwitchId here = from;
  int hops = 0;
  for (; here != to; ++hops) {
    const Hop hop = routing.route(here, packet, Links{&up[here], open}, static_cast<std::uint64_t>(hops));
    if (!up[here][hop.port] || hops > 100) return -1;
    here = net.owner[net.peer[net.first_port[here] + hop.port]];
  }
  return hops;
}

TEST(ShutdownPaths, TakesTheShortestWayWhenAllLinksAreUp) {
  Random random(1, routing_stream);
  const Network net = random_network(12, 14, random);
  const auto routing = prepared<ShutdownPaths>(net);
  const UpBySwitch up = all_up(net);
  for (SwitchId from = 0; from < net.switches(); ++from) {
    const auto distance = hops_from(net, from);
    for (SwitchId to = 0; to < net.switches(); ++to)
      EXPECT_EQ(hops_over(routing, net, up, from, to, true), static_cast<int>(distance[to]));
  }
}

TEST(ShutdownPaths, GoesAroundALinkThatIsDown) {
  // Ring of four, root 0, tree 0-1, 1-2, 0-3: from 3 to 2 the link is down, and the path round the ring is
  // up.
  const Network net = ring_network(4);
  const auto routing = prepared<ShutdownPaths>(net);
  UpBySwitch up = all_up(net);
  EXPECT_EQ(hops_over(routing, net, up, 3, 2, true), 1);
  const PortId direct = net.first_port[3] + 1;
  ASSERT_EQ(net.owner[net.peer[direct]], 2u);
  const auto stages = routing.make_stages(net);
  EXPECT_EQ(stages->place(3, 1).stage, 1);
  EXPECT_EQ(stages->place(3, 2).stage, 0);
  up[3][1] = false;
  EXPECT_EQ(hops_over(routing, net, up, 3, 2, true), 3);
}

TEST(ShutdownPaths, TakesTheTreesWayWhereALinkIsDownAndTheShortestWaysAreFull) {
  Random random(4, routing_stream);
  const Network net = random_network(14, 20, random);
  const auto routing = prepared<ShutdownPaths>(net);
  const auto stages = routing.make_stages(net);
  int looked_at = 0;
  for (SwitchId from = 0; from < net.switches(); ++from) {
    std::vector<bool> up(net.ports_of(from));
    for (std::uint16_t port = 0; port < up.size(); ++port) up[port] = stages->place(from, port).stage == 0;
    for (SwitchId to = 0; to < net.switches(); ++to) {
      const auto steps = routing.tree.steps(from, to, 0);
      if (std::all_of(steps.begin(), steps.end(), [&](const auto& step) { return up[step.port]; })) continue;
      Route packet{.to = to};
      const Hop hop = routing.route(from, packet, Links{&up, false}, 0);
      EXPECT_EQ(routing.tree.tree_hops_after(from, hop.port, to) + 1, routing.tree.tree_hops(from, to));
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 50);
}

/// Each switch switches links off by its own knowledge, and all packets still arrive over links that are up.
TEST(ShutdownPaths, ArrivesWhateverLinksEverySwitchLetsGoByItself) {
  Random random(2, routing_stream);
  int down = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto more_edges = static_cast<std::uint32_t>(random.below(16));
    const auto switches = 3 + static_cast<std::uint32_t>(random.below(10));
    const Network net = random_network(switches, more_edges, random);
    const auto routing = prepared<ShutdownPaths>(net);
    const auto stages = routing.make_stages(net);
    const UpBySwitch up = some_up(net, *stages, random);
    for (const auto& ports : up) down += static_cast<int>(std::count(ports.begin(), ports.end(), false));
    for (SwitchId from = 0; from < net.switches(); ++from)
      for (SwitchId to = 0; to < net.switches(); ++to)
        for (const bool open : {true, false})
          ASSERT_GE(hops_over(routing, net, up, from, to, open), 0)
              << "trial " << trial << " from " << from << " to " << to;
  }
  EXPECT_GT(down, 200);
}

TEST(ShutdownPaths, CannotDeadlockWhateverIsUp) {
  Random random(3, routing_stream);
  for (int trial = 0; trial < 10; ++trial) {
    const Network net = random_network(10, 12, random);
    const DependencyReport report = check_dependencies(prepared<ShutdownPaths>(net), net, {});
    EXPECT_TRUE(report.cycle.empty());
    EXPECT_TRUE(report.faults.empty());
  }
}

TEST(ShutdownPaths, TakesTheNearestWayWhenNoLinkIsUp) {
  const Network net = ring_network(4);
  const auto routing = prepared<ShutdownPaths>(net);
  const std::vector<bool> none(3, false);
  Route packet{.to = 2};
  const Hop hop = routing.route(1, packet, Links{&none}, 0);
  EXPECT_EQ(net.owner[net.peer[net.first_port[1] + hop.port]], 2u);
  EXPECT_EQ(hop.vc, 0);
}

TEST(ShutdownPaths, WaitsAtTheNearestLinkWhereItsLinksAreAllOff) {
  const Network net = ring_network(4);
  for (const DetourPaths detours : {DetourPaths::tree, DetourPaths::cycle}) {
    ShutdownPaths routing;
    routing.detours = detours, routing.when_off = WhenOff::wake;
    routing.prepare(net);
    UpBySwitch up = all_up(net);
    up[3][1] = false;  // to switch 2
    Route packet{.to = 2};
    EXPECT_EQ(routing.route(3, packet, Links{&up[3]}, 0), (Hop{1, 1}));
    EXPECT_EQ(packet.phase, 0);
    packet = {.to = 1};  // by 2 or by 0: a link that is up needs no waking
    EXPECT_EQ(routing.route(3, packet, Links{&up[3]}, 0), (Hop{2, 1}));
    packet = {.to = 2};  // another packet waits there already: this one waits behind it, not for credits
    const Hop second = routing.route(3, packet, Links{&up[3], false}, 0);
    EXPECT_NE(second.vc, 1);
    EXPECT_TRUE(routing.waits_for(second));
  }
}

TEST(ShutdownPaths, WakesNoLinkWhereOneThatIsUpIsOnlyBusy) {
  const Network net = ring_network(4);
  ShutdownPaths routing;
  routing.when_off = WhenOff::wake;
  routing.prepare(net);
  UpBySwitch up = all_up(net);
  up[3][1] = false;
  Route packet{.to = 1};
  EXPECT_EQ(routing.route(3, packet, Links{&up[3], false}, 0).port, 2);
}

TEST(ShutdownPaths, DetoursOfACycleTakeAThirdVirtualChannel) {
  const Network net = ring_network(5);
  ShutdownPaths routing;
  routing.detours = DetourPaths::cycle;
  routing.prepare(net);
  EXPECT_EQ(routing.vcs(), 3);
  const DependencyReport report = check_dependencies(routing, net, {});
  EXPECT_TRUE(report.clean());
  const auto stages = routing.make_stages(net);
  EXPECT_EQ(stages->place(2, 0).stage, 0);  // its host's
  EXPECT_EQ(stages->place(2, 1).stage, 1);
  EXPECT_EQ(stages->place(2, 2).stage, 1);
}

}  // namespace
}  // namespace ebb::inline routing
