#include <gtest/gtest.h>

#include <map>

#include "routing/check/dependency_check.hpp"
#include "routing/dragonfly/dragonfly_minimal.hpp"
#include "routing/dragonfly/dragonfly_piggyback.hpp"
#include "routing/dragonfly/dragonfly_ugal_g.hpp"
#include "routing/dragonfly/dragonfly_ugal_l.hpp"
#include "routing/dragonfly/dragonfly_valiant_group.hpp"
#include "routing/dragonfly/dragonfly_valiant_node.hpp"
#include "routing/routing_testing.hpp"
#include "topology/dragonfly.hpp"

namespace ebb::inline routing {
namespace {

/// Nine groups of four switches with two hosts and two global ports each. Ports: hosts 0 1, local 2 to 4,
/// global 5 6. Slot t of a group (port 5 + t % 2 of its switch t / 2) leads t + 1 groups further.
Network balanced() {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  return t.build(Cables{});
}

TEST(DragonflyMinimal, GoesLocalGlobalLocal) {
  const Network net = balanced();
  const auto routing = prepared<DragonflyMinimal>(net);
  // From switch 0 to group 3: slot 2 is at switch 1. The other end is slot 9 - 2 - 2 = 5 of group 3, at
  // switch 3 * 4 + 2.
  Route packet{.to = 12, .out = 1};
  EXPECT_EQ(routing.route(0, packet, idle, 1), (Hop{2, 0}));
  EXPECT_EQ(routing.route(1, packet, idle, 1), (Hop{5, 0}));
  EXPECT_EQ(net.owner[net.peer[net.first_port[1] + 5]], 14u);
  EXPECT_EQ(routing.route(14, packet, idle, 1), (Hop{2, 1}));
  EXPECT_EQ(routing.route(12, packet, idle, 1), (Hop{1, 0}));
}

TEST(DragonflyMinimal, SpreadsOverTheCablesBetweenTwoGroups) {
  Dragonfly t;
  t.a = 4, t.p = 1, t.h = 1, t.g = 2;  // every switch has a cable to the other group
  const Network net = t.build(Cables{});
  const auto routing = prepared<DragonflyMinimal>(net);
  for (std::uint64_t salt = 0; salt < 20; ++salt) {
    Route packet{.to = 7};
    EXPECT_EQ(routing.route(0, packet, idle, salt), (Hop{4, 0})) << "its own cable comes first";
  }
  t.h = 2, t.g = 5;  // two cables to each of the other four groups
  const Network wide = t.build(Cables{});
  const auto other = prepared<DragonflyMinimal>(wide);
  std::map<int, int> taken;
  for (std::uint64_t salt = 0; salt < 1000; ++salt) {
    Route packet{.to = 3 * 4};
    ++taken[other.route(0, packet, idle, salt).port];
  }
  EXPECT_EQ(taken.size(), 2u);
  for (const auto& [port, times] : taken) EXPECT_NEAR(times, 500, 80) << port;
}

TEST(DragonflyValiantGroup, GoesOverEveryOtherGroupAboutEquallyOften) {
  const Network net = balanced();
  const auto routing = prepared<DragonflyValiantGroup>(net);
  std::map<std::uint32_t, int> over;
  for (std::uint64_t salt = 0; salt < 7'000; ++salt) {
    Route packet{.to = 12};
    routing.route(0, packet, idle, salt);
    ++over[packet.via];
  }
  ASSERT_EQ(over.size(), 7u);
  EXPECT_FALSE(over.contains(0) || over.contains(3));
  for (const auto& [group, times] : over) EXPECT_NEAR(times, 1000, 150) << group;
}

TEST(DragonflyValiantGroup, StaysInTheGroupWhenTheDestinationIsThere) {
  const Network net = balanced();
  const auto routing = prepared<DragonflyValiantGroup>(net);
  Route packet{.to = 3};
  EXPECT_EQ(routing.route(0, packet, idle, 5), (Hop{4, 0}));
}

TEST(DragonflyUgalL, GoesStraightWhenAllQueuesAreEmptyAndAroundWhenTheStraightOneIsFull) {
  const Network net = balanced();
  const auto routing = prepared<DragonflyUgalL>(net);
  const auto straight_is_full = [](std::uint16_t port) { return std::int64_t{port == 5 ? 9000 : 10}; };
  for (std::uint64_t salt = 0; salt < 100; ++salt) {
    Route packet{.to = 4};  // group 1: slot 0, port 5 of switch 0
    EXPECT_EQ(routing.route(0, packet, idle, salt), (Hop{5, 0}));
    packet = Route{.to = 4};
    EXPECT_NE(routing.route(0, packet, straight_is_full, salt).port, 5);
    EXPECT_NE(packet.via, no_id);
  }
}

TEST(DragonflyUgalL, WeighsQueuesByHops) {
  const Network net = balanced();
  auto routing = prepared<DragonflyUgalL>(net);
  const SwitchId to = net.owner[net.peer[net.first_port[0] + 5]];  // one hop over port 5
  const auto around_group_2 = [&](std::int64_t straight) {
    const auto queue_length = [&](std::uint16_t port) { return port == 5 ? straight : std::int64_t{100}; };
    for (std::uint64_t salt = 0;; ++salt) {
      if (routing.detour.random_group(0, to, salt) != 2) continue;
      Route packet{.to = to};
      routing.route(0, packet, queue_length, salt);
      return packet.via == 2;
    }
  };
  // Group 2 is reached over port 6 (one hop); from the switch there to `to` it takes some more.
  const SwitchId landing = net.owner[net.peer[net.first_port[0] + 6]];
  const std::int64_t hops = 1 + routing.detour.paths.distance(landing, to, 0);
  EXPECT_FALSE(around_group_2(100 * hops));
  EXPECT_TRUE(around_group_2(100 * hops + 1));
}

/// Queues of the whole network: only these are not empty.
struct Queues {
  SwitchId here = 0;
  std::map<std::pair<SwitchId, std::uint16_t>, std::int64_t> bytes;

  std::int64_t published(SwitchId s, std::uint16_t port) const {
    const auto found = bytes.find({s, port});
    return found == bytes.end() ? 0 : found->second;
  }
  std::int64_t operator()(std::uint16_t port) const { return published(here, port); }
};

/// Returns how many of 100 packets from switch 0 to switch 12, in group 3, go over another group.
template <class Routing>
int detours_with(const Routing& routing, const Queues& queues) {
  int around = 0;
  for (std::uint64_t salt = 0; salt < 100; ++salt) {
    Route packet{.to = 12};
    routing.route(0, packet, queues, salt);
    around += packet.via != no_id;
  }
  return around;
}

TEST(DragonflyUgalG, AddsUpTheQueuesOfTheWholeWay) {
  const Network net = balanced();
  auto routing = prepared<DragonflyUgalG>(net);
  routing.threshold = {0};
  // Minimal: port 2 of switch 0, port 5 of switch 1, port 2 of switch 14.
  EXPECT_EQ(detours_with(routing, {}), 0);
  EXPECT_EQ(detours_with(routing, {0, {{{1, 5}, 1}}}), 100);
  // One of the seven other groups also has its cable to group 3 end at switch 14.
  EXPECT_NEAR(detours_with(routing, {0, {{{14, 2}, 1}}}), 100 * 6 / 7, 10);
  EXPECT_EQ(detours_with(routing, {0, {{{13, 2}, 1}}}), 0) << "not on its way";
  routing.threshold = {1};
  EXPECT_EQ(detours_with(routing, {0, {{{14, 2}, 1}}}), 0);
}

TEST(DragonflyPiggyback, GoesAroundAGlobalChannelThatIsBusyAtAnotherSwitchOfTheGroup) {
  const Network net = balanced();
  auto routing = prepared<DragonflyPiggyback>(net);
  routing.busy = {1000};
  const auto detours = [&](std::int64_t straight, std::int64_t beside) {
    return detours_with(routing, {0, {{{1, 5}, straight}, {{1, 6}, beside}}});
  };
  EXPECT_EQ(detours(1000, 0), 0);
  EXPECT_EQ(detours(1001, 0), 100);
  EXPECT_EQ(detours(5000, 2000), 0) << "not more than twice the other one and the threshold";
  EXPECT_EQ(detours(5001, 2000), 100);
  EXPECT_EQ(detours_with(routing, {0, {{{14, 2}, 9000}}}), 0) << "other groups are not known";
}

TEST(DragonflyPiggyback, ComparesItsOwnQueuesWhenBothWaysAreBusyOrNeitherIs) {
  const Network net = balanced();
  const auto routing = prepared<DragonflyPiggyback>(net);
  const auto local = prepared<DragonflyUgalL>(net);
  for (std::int64_t behind : {0, 90'000}) {  // everywhere else
    Queues queues{0, {{{0, 2}, 500}, {{0, 3}, 100}, {{0, 5}, 100}}};
    for (SwitchId s = 1; s < 4; ++s) queues.bytes[{s, 5}] = queues.bytes[{s, 6}] = behind;
    EXPECT_EQ(detours_with(routing, queues), detours_with(local, queues));
    EXPECT_GT(detours_with(routing, queues), 0);
    EXPECT_LT(detours_with(routing, queues), 100);
  }
}

TEST(DragonflyPiggyback, ListensAsLongAsALocalCableTakes) {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;
  Cables cables;
  cables.copper_delay = {12'345}, cables.optical_delay = 99_ns;
  EXPECT_EQ(prepared<DragonflyPiggyback>(t.build(cables)).publication_delay(), Picoseconds{12'345});
  EXPECT_EQ(prepared<DragonflyUgalG>(t.build(cables)).publication_delay(), std::nullopt);
}

TEST(DragonflyPiggyback, RefusesThresholdsThatMeanNothing) {
  DragonflyPiggyback routing;
  EXPECT_TRUE(routing.check().empty());
  routing.threshold = {-1}, routing.busy = {-1};
  const Problems problems = routing.check();
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].where, "threshold");
  EXPECT_EQ(problems[1].where, "busy");
}

TEST(DragonflyRoutings, KeepToTheirLongestWays) {
  const Network net = balanced();
  const auto longest = [&](const auto& routing) { return check_dependencies(routing, net).longest_path; };
  EXPECT_EQ(longest(prepared<DragonflyMinimal>(net)), 3u);
  EXPECT_EQ(longest(prepared<DragonflyValiantNode>(net)), 6u);
  EXPECT_EQ(longest(prepared<DragonflyValiantGroup>(net)), 5u);
  EXPECT_EQ(longest(prepared<DragonflyUgalL>(net)), 5u);
  EXPECT_EQ(longest(prepared<DragonflyUgalG>(net)), 5u);
  EXPECT_EQ(longest(prepared<DragonflyPiggyback>(net)), 5u);
}

/// Valiant over a node, with the virtual channels of Valiant over a group.
struct TooFewChannels : DragonflyValiantNode {
  int vcs() const { return 3; }
  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    DragonflyValiantNode::options(here, packet, [&](Hop hop, const Route& next) {
      constexpr std::uint8_t globals[] = {0, 1, 1, 2};
      each(Hop{hop.port, next.to == here ? hop.vc : globals[hop.vc]}, next);
    });
  }
};

TEST(DragonflyRoutings, OverANodeThreeVirtualChannelsWouldNotDo) {
  const Network net = balanced();
  EXPECT_FALSE(check_dependencies(prepared<TooFewChannels>(net), net).cycle.empty());
}

}  // namespace
}  // namespace ebb::inline routing
