// The routings of the flattened butterfly, against paths known by hand.
#include <gtest/gtest.h>

#include <map>

#include "routing/butterfly/butterfly_ecmp.hpp"
#include "routing/butterfly/dal.hpp"
#include "routing/butterfly/dimension_order.hpp"
#include "routing/butterfly/minimal_adaptive.hpp"
#include "routing/butterfly/ugal_l.hpp"
#include "routing/butterfly/valiant.hpp"
#include "routing/routing_testing.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline routing {
namespace {

/// 4 x 3 switches of 2 hosts, two parallel links in the second dimension. Ports: hosts 0 1, dimension 1 at
/// 2 to 4, dimension 2 at 5 to 8.
Network small() {
  FlattenedButterfly t;
  t.c = 2, t.sizes = {4, 3}, t.parallel = {1, 2};
  return t.build(Cables{});
}

TEST(DimensionOrder, CorrectsTheLowestDimensionFirst) {
  const Network net = small();
  const auto routing = prepared<DimensionOrder>(net);
  Route packet{.to = 11, .out = 1};                           // (3, 2)
  EXPECT_EQ(routing.route(0, packet, idle, 7), (Hop{4, 0}));  // from (0, 0) to (3, 0)
  const Hop second = routing.route(3, packet, idle, 7);       // to (3, 2): port 7 or 8
  EXPECT_TRUE(second == (Hop{7, 0}) || second == (Hop{8, 0}));
  EXPECT_EQ(routing.route(11, packet, idle, 7), (Hop{1, 0}));
}

TEST(DimensionOrder, SpreadsPacketsOverParallelLinks) {
  const Network net = small();
  const auto routing = prepared<DimensionOrder>(net);
  std::map<int, int> taken;
  for (std::uint64_t salt = 0; salt < 1000; ++salt) {
    Route packet{.to = 8};
    ++taken[routing.route(0, packet, idle, salt).port];
  }
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_NEAR(taken[7], 500, 80);
}

TEST(MinimalAdaptive, TakesTheShorterQueueOfBothDimensions) {
  const Network net = small();
  const auto routing = prepared<MinimalAdaptive>(net);
  Route packet{.to = 11};
  const auto queue_length = [](std::uint16_t port) {
    return std::int64_t{port == 4 ? 3000 : port == 7 ? 2000 : 1000};
  };
  EXPECT_EQ(routing.route(0, packet, queue_length, 1), (Hop{8, 0}));
  EXPECT_EQ(routing.route(8, packet, queue_length, 1), (Hop{4, 1}));
}

TEST(MinimalAdaptive, DrawsTiesFairly) {
  const Network net = small();
  const auto routing = prepared<MinimalAdaptive>(net);
  std::map<int, int> taken;
  for (std::uint64_t salt = 0; salt < 9'000; ++salt) {
    Route packet{.to = 11};
    ++taken[routing.route(0, packet, idle, salt).port];
  }
  ASSERT_EQ(taken.size(), 3u);
  for (const auto& [port, times] : taken) EXPECT_NEAR(times, 3000, 200) << port;
}

TEST(ButterflyEcmp, KeepsAPairOfHostsOnOneShortestWay) {
  const Network net = small();
  const auto routing = prepared<ButterflyEcmp>(net);
  for (HostId source = 0; source < 50; ++source) {
    Route first{.to = 11, .out = 1}, later = first;
    const Hop hop = routing.route(0, first, idle, source);
    const auto busy = [&](std::uint16_t port) { return std::int64_t{port == hop.port ? 30'000 : 0}; };
    EXPECT_EQ(routing.route(0, later, busy, source), hop) << "whatever is queued";
    const SwitchId next = hop.port == 4 ? 3 : 8;  // (3, 0) or (0, 2)
    const Hop second = routing.route(next, first, idle, source);
    EXPECT_EQ(second.vc, 1);
    if (next == 8) {
      EXPECT_EQ(second.port, 4);
    }
    EXPECT_EQ(routing.route(11, first, idle, source), (Hop{1, 0}));
  }
}

TEST(ButterflyEcmp, SpreadsPairsOfHostsOverAllThatLeadsNearer) {
  const Network net = small();
  const auto routing = prepared<ButterflyEcmp>(net);
  std::map<int, int> by_source, by_destination;
  for (std::uint64_t n = 0; n < 9'000; ++n) {
    Route to_one{.to = 11}, to_many{.to = 11, .out = static_cast<std::uint16_t>(n)};
    ++by_source[routing.route(0, to_one, idle, n).port];
    ++by_destination[routing.route(0, to_many, idle, 0).port];
  }
  for (const auto* taken : {&by_source, &by_destination}) {
    ASSERT_EQ(taken->size(), 3u);
    for (const auto& [port, times] : *taken) EXPECT_NEAR(times, 3000, 200) << port;
  }
}

TEST(Valiant, GoesOverEverySwitchAboutEquallyOften) {
  const Network net = small();
  const auto routing = prepared<Valiant>(net);
  std::map<SwitchId, int> over;
  for (std::uint64_t salt = 0; salt < 12'000; ++salt) {
    Route packet{.to = 5};
    const Hop hop = routing.route(0, packet, idle, salt);
    ++over[packet.via];
    EXPECT_EQ(hop.vc, packet.via == no_id ? 1 : 0);
  }
  ASSERT_EQ(over.size(), 12u);  // no_id stands for switch 0 itself
  for (const auto& [via, times] : over) EXPECT_NEAR(times, 1000, 150) << via;
}

TEST(Valiant, ChangesTheVirtualChannelAtTheIntermediateSwitch) {
  const Network net = small();
  const auto routing = prepared<Valiant>(net);
  Route packet{.to = 1, .via = 3, .out = 1};
  EXPECT_EQ(routing.route(0, packet, idle, 7), (Hop{4, 0}));
  EXPECT_EQ(routing.route(3, packet, idle, 7), (Hop{3, 1}));
  EXPECT_EQ(routing.route(1, packet, idle, 7), (Hop{1, 0}));
}

TEST(Valiant, KeepsPacketsBetweenHostsOfOneSwitchInIt) {
  const Network net = small();
  const auto routing = prepared<Valiant>(net);
  for (std::uint64_t salt = 0; salt < 50; ++salt) {
    Route packet{.to = 4, .out = 1};
    EXPECT_EQ(routing.route(4, packet, idle, salt), (Hop{1, 0}));
  }
}

TEST(UgalL, GoesStraightWhenAllQueuesAreEmpty) {
  const Network net = small();
  const auto routing = prepared<UgalL>(net);
  for (std::uint64_t salt = 0; salt < 100; ++salt) {
    Route packet{.to = 3};
    EXPECT_EQ(routing.route(0, packet, idle, salt), (Hop{4, 1}));
  }
}

TEST(UgalL, WeighsQueueDepthByHops) {
  const Network net = small();
  auto routing = prepared<UgalL>(net);
  // To (3, 0): one hop over port 4. Over (1, 0) it is two hops, over port 2. That detour is taken when
  // queue_length(4) * 1 > queue_length(2) * 2.
  const auto via_switch_1 = [&](std::int64_t straight) {
    const auto queue_length = [&](std::uint16_t port) { return port == 4 ? straight : std::int64_t{1000}; };
    for (std::uint64_t salt = 0;; ++salt) {
      if (routing.detour.random_switch(salt) != 1) continue;
      Route packet{.to = 3};
      return routing.route(0, packet, queue_length, salt) == (Hop{2, 0});
    }
  };
  EXPECT_FALSE(via_switch_1(2000));
  EXPECT_TRUE(via_switch_1(2001));
  routing.threshold = 500_B;
  EXPECT_FALSE(via_switch_1(2500));
  EXPECT_TRUE(via_switch_1(2501));
}

TEST(Dal, GoesStraightWhenAllQueuesAreEmpty) {
  const Network net = small();
  const auto routing = prepared<Dal>(net);
  for (std::uint64_t salt = 0; salt < 100; ++salt) {
    Route packet{.to = 3};
    EXPECT_EQ(routing.route(0, packet, idle, salt), (Hop{4, 0}));
    EXPECT_EQ(packet.phase, 0);
  }
}

TEST(Dal, TakesOneDetourPerDimensionAndNoMore) {
  const Network net = small();
  const auto routing = prepared<Dal>(net);
  const auto straight_is_full = [](std::uint16_t port) { return std::int64_t{port == 4 ? 9000 : 0}; };
  Route packet{.to = 3};
  const Hop first = routing.route(0, packet, straight_is_full, 5);
  EXPECT_TRUE(first == (Hop{2, 0}) || first == (Hop{3, 0}));
  EXPECT_EQ(packet.phase, 1);
  // At (1, 0) the port to (3, 0) is 4 as well. It is taken although it is full.
  EXPECT_EQ(routing.route(1, packet, straight_is_full, 5), (Hop{4, 1}));
}

TEST(Dal, NeverDetoursInADimensionThatIsDone) {
  const Network net = small();
  const auto routing = prepared<Dal>(net);
  routing.options(0, Route{.to = 3}, [](Hop hop, const Route&) { EXPECT_LT(hop.port, 5); });
}

TEST(ButterflyRoutings, RefuseOtherNetworks) {
  Network net = small();
  net.shape = GraphShape{};
  const Problems problems = Dal{}.check(net);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].hint.find("shortest_path"), std::string::npos);
  EXPECT_FALSE(Valiant{}.check(net).empty());
}

TEST(UgalL, RefusesANegativeThreshold) {
  UgalL routing;
  routing.threshold = Bytes{-1};
  EXPECT_EQ(routing.check()[0].where, "threshold");
}

}  // namespace
}  // namespace ebb::inline routing
