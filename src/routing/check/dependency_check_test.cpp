#include "routing/check/dependency_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "routing/butterfly/dal.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/graph/shortest_path.hpp"
#include "routing/networks_testing.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline routing {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A butterfly of `sizes` with one host per switch.
Network butterfly(std::vector<std::int64_t> sizes) {
  FlattenedButterfly t;
  t.c = 1, t.sizes = std::move(sizes);
  return t.build(Cables{});
}

template <class Routing>
DependencyReport checked(Routing routing, const Network& network, const DependencyLimits& limits = {}) {
  EXPECT_TRUE(routing.check(network).empty());
  routing.prepare(network);
  return check_dependencies(routing, network, limits);
}

/// Wrong on purpose: round the ring by the port to the next switch, without a dateline.
struct Clockwise {
  std::uint32_t switches = 0;
  int virtual_channels = 1;
  Problems check(const Network&) const { return {}; }
  void prepare(const Network& network) { switches = network.switches(); }
  int vcs() const { return virtual_channels; }
  /// The first edge of switch 0 and the second of the others lead onwards; see ring_network().
  Hop next(SwitchId here) const { return {static_cast<std::uint16_t>(here == 0 ? 1 : 2), 0}; }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    each(next(here), packet);
  }
};

/// Round a ring. At even switches a packet waits for virtual channel 0. At odd ones it takes virtual channel
/// 1 where that is free, and otherwise goes to its end on virtual channels 2 and 3, with a dateline.
struct HalfEscape : Clockwise {
  static constexpr int virtual_channels = 4;
  int vcs() const { return virtual_channels; }
  bool waits_for(Hop hop) const { return hop.vc != 1; }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const std::uint16_t onwards = next(here).port;
    Route escaped = packet;
    escaped.phase = here + 1 == switches ? 2 : packet.phase == 2 ? 2 : 1;
    if (packet.phase == 0 && here % 2 == 0) return each(Hop{onwards, 0}, packet);
    if (packet.phase == 0) each(Hop{onwards, 1}, packet);
    each(Hop{onwards, static_cast<std::uint8_t>(packet.phase == 2 ? 3 : 2)}, escaped);
  }
};

TEST(DependencyCheck, WormKeepsAChannelBehindThoseThatNobodyWaitsFor) {
  // Whole packets have left channel 0 once they are on channel 1. Worms have not: those on channel 0 wait for
  // each other all round the ring.
  const Network ring = ring_network(4);
  EXPECT_TRUE(checked(HalfEscape{}, ring).clean());
  const DependencyReport worms = checked(HalfEscape{}, ring, {.packets_span = true});
  EXPECT_THAT(worms.faults, IsEmpty());
  EXPECT_THAT(worms.cycle,
              testing::UnorderedElementsAre("switch 0 port 1 to switch 1 (link), virtual channel 0",
                                            "switch 2 port 2 to switch 3 (link), virtual channel 0"));
}

TEST(DependencyCheck, WormsOfARoutingThatWaitsForEverythingNeedNoMore) {
  for (const bool span : {false, true}) {
    EXPECT_EQ(checked(Clockwise{}, ring_network(4), {.packets_span = span}).cycle.size(), 4u);
    EXPECT_TRUE(checked(MinimalAdaptive{}, butterfly({3, 3}), {.packets_span = span}).clean());
  }
}

TEST(DependencyCheck, NamesTheCycleRoundARingWithoutADateline) {
  const DependencyReport report = checked(Clockwise{}, ring_network(4));
  EXPECT_TRUE(report.complete());
  EXPECT_THAT(report.faults, IsEmpty());
  ASSERT_EQ(report.cycle.size(), 4u);
  EXPECT_THAT(report.cycle,
              testing::UnorderedElementsAre("switch 0 port 1 to switch 1 (link), virtual channel 0",
                                            "switch 1 port 2 to switch 2 (link), virtual channel 0",
                                            "switch 2 port 2 to switch 3 (link), virtual channel 0",
                                            "switch 3 port 2 to switch 0 (link), virtual channel 0"));
  EXPECT_EQ(report.longest_path, 3u);
}

/// Correct: a second virtual channel from switch 0 on.
struct Dateline : Clockwise {
  int vcs() const { return 2; }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route after = packet;
    if (here == 0) after.phase = 1;
    each(Hop{next(here).port, static_cast<std::uint8_t>(after.phase)}, after);
  }
};

TEST(DependencyCheck, AcceptsTheRingWithADateline) {
  const DependencyReport report = checked(Dateline{}, ring_network(5));
  EXPECT_TRUE(report.complete() && report.clean());
  EXPECT_EQ(report.longest_path, 4u);
}

/// Minimal adaptive routing without its virtual channels.
struct OneChannel : MinimalAdaptive {
  int vcs() const { return 1; }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    MinimalAdaptive::options(here, packet, [&](Hop hop, const Route& next) { each(Hop{hop.port, 0}, next); });
  }
};

TEST(DependencyCheck, CatchesAdaptiveRoutingOnASingleVirtualChannel) {
  const Network net = butterfly({3, 3});
  const DependencyReport report = checked(OneChannel{}, net);
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_GE(report.cycle.size(), 3u);
  EXPECT_TRUE(checked(MinimalAdaptive{}, net).clean());
}

TEST(DependencyCheck, NoticesAVirtualChannelThatDoesNotExist) {
  struct TooFew : MinimalAdaptive {
    int vcs() const { return 1; }
  };
  EXPECT_THAT(checked(TooFew{}, butterfly({2, 2})).faults[0], testing::HasSubstr("virtual channel 1 of 1"));
}

struct Circling : Clockwise {
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    each(next(here), packet);
  }
};

struct Stopping : Clockwise {
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (here != 2 || packet.to == here) Clockwise::options(here, packet, each);
  }
};

TEST(DependencyCheck, NoticesPacketsThatCircleOrStop) {
  EXPECT_THAT(checked(Circling{}, ring_network(3)).faults,
              testing::Contains("a packet for switch 0 may travel in a loop, for example through switch 0"));
  EXPECT_THAT(checked(Stopping{}, ring_network(3)).faults,
              ElementsAre("at switch 2 a packet for switch 0 has no channel to wait for",
                          "at switch 2 a packet for switch 1 has no channel to wait for"));
}

TEST(DependencyCheck, CountsTheLongestWayOfEachRouting) {
  const Network net = butterfly({3, 2, 3});
  EXPECT_EQ(checked(DimensionOrder{}, net).longest_path, 3u);
  EXPECT_EQ(checked(MinimalAdaptive{}, net).longest_path, 3u);
  EXPECT_EQ(checked(Valiant{}, net).longest_path, 6u);
  EXPECT_EQ(checked(Dal{}, net).longest_path, 5u);  // a dimension of two switches has no detour
}

TEST(DependencyCheck, ProvesUpDownOnRandomGraphs) {
  Random random(11, topology_stream);
  for (int i = 0; i < 20; ++i) {
    const Network net = random_network(25, static_cast<std::uint32_t>(random.below(60)), random);
    const DependencyReport report = checked(ShortestPath{}, net);
    EXPECT_TRUE(report.complete() && report.clean());
  }
}

TEST(DependencyCheck, SaysWhenItWalkedOnlyASample) {
  const Network net = butterfly({8, 8});
  const DependencyReport report = checked(MinimalAdaptive{}, net, {.transitions = 2000});
  EXPECT_FALSE(report.complete());
  EXPECT_GT(report.groups_walked, 1u);
  EXPECT_LT(report.groups_walked, 64u);
  EXPECT_TRUE(checked(MinimalAdaptive{}, net, {.graph_bytes = 1000}).too_large);
}

TEST(DependencyCheck, VisitsEveryPlaceInSteps) {
  for (std::size_t n : {1, 2, 3, 6, 64, 129, 1000, 2064}) {
    std::vector<bool> visited(n, false);
    for (std::size_t i = 0, at = 0; i < n; ++i, at = (at + spreading_step(n)) % n) visited[at] = true;
    EXPECT_EQ(std::count(visited.begin(), visited.end(), true), static_cast<std::ptrdiff_t>(n));
  }
}

}  // namespace
}  // namespace ebb::inline routing
