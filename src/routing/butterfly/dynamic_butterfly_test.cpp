// Routing while cables are off: paths known by hand, and every set of cables of small rows.
#include "routing/butterfly/dynamic_butterfly.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "routing/butterfly/butterfly_stages.hpp"
#include "routing/check/dependency_check.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline routing {
namespace {

Network row_of(std::int64_t k) {
  FlattenedButterfly t;
  t.c = 1, t.k = k, t.n = 2;
  return t.build(Cables{});
}

DynamicButterfly prepared(const Network& network) {
  DynamicButterfly routing;
  EXPECT_TRUE(routing.check(network).empty());
  routing.prepare(network);
  return routing;
}

/// What one switch sees: its ports that are off and the state of its row; and what was diverted there.
struct Seen {
  std::set<std::uint16_t> off;
  bool ring_known = false;
  std::map<std::uint16_t, std::int64_t> queue;
  std::map<std::uint16_t, int>* misses = nullptr;

  std::int64_t operator()(std::uint16_t port) const { return queue.count(port) ? queue.at(port) : 0; }
  bool usable(std::uint16_t port) const { return !off.contains(port); }
  bool known(std::uint32_t, ButterflyStages::Count) const { return ring_known; }
  void diverted(std::uint16_t port, int) const {
    if (misses) ++(*misses)[port];
  }
};

/// A single row, its cables given by their ends. c = 1, so port p of switch a leads to p - 1 or, from a on,
/// to p.
struct Row {
  int k;
  Network net = row_of(k);
  DynamicButterfly routing = prepared(net);
  std::set<std::pair<int, int>> on{};  ///< besides the line, lower end first

  static std::uint16_t port(int me, int to) { return static_cast<std::uint16_t>(to < me ? to + 1 : to); }
  static int at_port(int me, int p) { return p - 1 < me ? p - 1 : p; }
  bool is_on(int a, int b) const {
    return std::abs(a - b) == 1 || on.contains({std::min(a, b), std::max(a, b)});
  }
  Seen seen(int me, bool ring_known) const {
    Seen view;
    view.ring_known = ring_known;
    for (int to = 0; to < k; ++to)
      if (to != me && !is_on(me, to)) view.off.insert(port(me, to));
    return view;
  }
  /// Returns the coordinates that a packet passes, its start first; -1 at the end when it goes wrong.
  std::vector<int> way(int from, int to, bool ring_known, std::uint64_t salt = 1,
                       std::vector<int>* vcs = nullptr) const {
    Route packet{.to = static_cast<SwitchId>(to), .out = 0};
    std::vector<int> passed{from};
    while (passed.back() != to && passed.size() < 50) {
      const int me = passed.back();
      const Hop hop = routing.route(static_cast<SwitchId>(me), packet, seen(me, ring_known), salt);
      const int next = at_port(me, hop.port);
      if (vcs) vcs->push_back(hop.vc);
      passed.push_back(is_on(me, next) ? next : -1);
      if (passed.back() < 0) break;
    }
    return passed;
  }
};

TEST(LinkStages, OfARowOfFive) {
  const Network net = row_of(5);
  const ButterflyStages stages(net);
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < 5; ++b) {
      if (a == b) continue;
      const int length = std::abs(a - b);
      const Stage expected = length == 1 ? Stage::line : length == 4 ? Stage::ring : Stage::chord;
      EXPECT_EQ(stages.stage(static_cast<SwitchId>(a), Row::port(a, b)), expected) << a << " " << b;
    }
  EXPECT_EQ(stages.place(0, Row::port(0, 4)).count, ButterflyStages::ring_from_first);
  EXPECT_EQ(stages.place(4, Row::port(4, 0)).count, ButterflyStages::ring_from_last);
  EXPECT_EQ(stages.stage(3, 0), Stage::line);  // a host
}

TEST(LinkStages, OfParallelCablesTheFirstOneHasThePlace) {
  FlattenedButterfly t;
  t.c = 2, t.sizes = {4, 3}, t.parallel = {1, 2};
  const Network net = t.build(Cables{});  // dimension 1 at ports 2 to 4, dimension 2 at 5 to 8
  const ButterflyStages stages(net);
  EXPECT_EQ(stages.stage(0, 4), Stage::ring);
  EXPECT_EQ(stages.stage(0, 5), Stage::line);
  EXPECT_EQ(stages.stage(0, 6), Stage::chord);
  EXPECT_EQ(stages.stage(0, 7), Stage::ring);
  EXPECT_EQ(stages.stage(0, 8), Stage::chord);
  EXPECT_EQ(stages.place(0, 8).row, 1);
  EXPECT_FALSE(ButterflyStages(row_of(2)).has_ring(0));
}

TEST(LinkStages, AMeshATorusAndTheRestAreTheWholeButterfly) {
  FlattenedButterfly t;
  t.c = 1, t.k = 6, t.n = 3;
  const Network net = t.build(Cables{});
  const ButterflyStages stages(net);
  std::map<Stage, int> channels;
  for (SwitchId s = 0; s < net.switches(); ++s)
    for (std::uint16_t port = 1; port < net.ports_of(s); ++port) ++channels[stages.stage(s, port)];
  // 12 rows of 15 cables: 5 of the line, 1 of the ring, 9 chords.
  EXPECT_EQ(channels[Stage::line], 12 * 5 * 2);
  EXPECT_EQ(channels[Stage::ring], 12 * 2);
  EXPECT_EQ(channels[Stage::chord], 12 * 9 * 2);
}

TEST(DynamicButterfly, IsAMeshWhenOnlyLinesAreOn) {
  const Row row{8};
  EXPECT_EQ(row.way(1, 6, false), (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(row.way(7, 5, false), (std::vector<int>{7, 6, 5}));
}

TEST(DynamicButterfly, IsATorusWhenTheRingIsKnownToBeUp) {
  Row row{8};
  row.on = {{0, 7}};
  std::vector<int> vcs;
  EXPECT_EQ(row.way(1, 6, true, 1, &vcs), (std::vector<int>{1, 0, 7, 6}));
  EXPECT_EQ(vcs, (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(row.way(6, 1, true), (std::vector<int>{6, 7, 0, 1}));
  EXPECT_EQ(row.way(2, 5, true), (std::vector<int>{2, 3, 4, 5}));   // no longer than round the ring
  EXPECT_EQ(row.way(0, 5, false), (std::vector<int>{0, 7, 6, 5}));  // its own cable: known
  EXPECT_EQ(row.way(1, 6, false).size(), 6u);                       // not propagated to it yet
}

TEST(DynamicButterfly, TurnsRoundWhenTheRingIsOffAfterAll) {
  const Row row{8};
  std::vector<int> vcs;
  EXPECT_EQ(row.way(1, 6, true, 1, &vcs), (std::vector<int>{1, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(vcs, (std::vector<int>{0, 1, 1, 1, 1, 1, 1}));
}

TEST(DynamicButterfly, TakesTheLongestHopThatDoesNotLeadPast) {
  Row row{8};
  row.on = {{0, 3}, {1, 4}, {0, 6}};
  EXPECT_EQ(row.way(0, 5, false), (std::vector<int>{0, 3, 4, 5}));
  EXPECT_EQ(row.way(0, 6, false), (std::vector<int>{0, 6}));
  EXPECT_EQ(row.way(0, 7, false), (std::vector<int>{0, 6, 7}));
  EXPECT_EQ(row.way(5, 1, false), (std::vector<int>{5, 4, 1}));
}

TEST(DynamicButterfly, LongQueuesMakeItTakeShorterHops) {
  Row row{8};
  row.on = {{0, 3}, {0, 6}};
  Seen view = row.seen(0, false);
  std::map<std::uint16_t, int> misses;
  view.misses = &misses;
  const auto hop = [&](std::int64_t long_hop, std::int64_t short_hop) {
    view.queue = {{Row::port(0, 6), long_hop}, {Row::port(0, 3), short_hop}, {Row::port(0, 1), 1 << 20}};
    Route packet{.to = 6, .out = 0};
    return Row::at_port(0, row.routing.route(0, packet, view, 1).port);
  };
  EXPECT_EQ(hop(4096, 0), 6);
  EXPECT_TRUE(misses.empty());  // the direct path was good enough
  EXPECT_EQ(hop(4097, 0), 3);
  EXPECT_EQ(hop(10'000, 3000), 6);  // 2 * 3,000 + 4,096
  EXPECT_EQ(hop(10'100, 3000), 3);
  EXPECT_GT(misses[Row::port(0, 5)], 0);
}

TEST(DynamicButterfly, TellsWhichCablesWouldHaveLedFurther) {
  const Row row{8};
  Seen view = row.seen(0, false);
  std::map<std::uint16_t, int> misses;
  view.misses = &misses;
  Route packet{.to = 4, .out = 0};
  row.routing.route(0, packet, view, 1);  // 4 hops along the line or 4 round the ring: the line is taken
  EXPECT_EQ(misses,
            (std::map<std::uint16_t, int>{{Row::port(0, 2), 1}, {Row::port(0, 3), 1}, {Row::port(0, 4), 1}}));
  misses.clear();
  packet = {.to = 6, .out = 0};
  row.routing.route(0, packet, view, 1);  // and the ring: 2 hops
  EXPECT_EQ(misses[Row::port(0, 7)], 1);
  EXPECT_EQ(misses[Row::port(0, 6)], 1);
  misses.clear();
  packet = {.to = 7, .out = 0};
  row.routing.route(0, packet, view, 1);  // the ring is the direct path: diverted once
  EXPECT_EQ(misses[Row::port(0, 7)], 1);
}

TEST(DynamicButterfly, OnItsWayRoundTheRingMissesTheStraightCables) {
  Row row{8};
  row.on = {{0, 7}};
  for (const int from : {0, 1}) {  // the ring's end, and the switch beside it
    Seen view = row.seen(from, true);
    std::map<std::uint16_t, int> misses;
    view.misses = &misses;
    Route packet{.to = 6, .out = 0};
    EXPECT_EQ(row.routing.route(static_cast<SwitchId>(from), packet, view, 1).port,
              Row::port(from, from == 0 ? 7 : 0));
    for (int to = from + 2; to <= 6; ++to) EXPECT_EQ(misses[Row::port(from, to)], 1) << from << " " << to;
    EXPECT_EQ(misses.size(), static_cast<std::size_t>(5 - from));
  }
}

TEST(DynamicButterfly, ArrivesOverCablesThatAreOnWhateverIsOff) {
  for (const int k : {3, 4, 5, 6}) {
    Row row{k};
    std::vector<std::pair<int, int>> cables;
    for (int a = 0; a < k; ++a)
      for (int b = a + 2; b < k; ++b) cables.push_back({a, b});
    for (unsigned set = 0; set < 1u << cables.size(); ++set) {
      row.on.clear();
      for (std::size_t i = 0; i < cables.size(); ++i)
        if (set >> i & 1) row.on.insert(cables[i]);
      for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
          for (const bool ring_known : {false, true}) {  // true or not
            const std::vector<int> way = row.way(from, to, ring_known, set);
            ASSERT_EQ(way.back(), to) << "k " << k << ", cables " << set << ", from " << from;
            // To the end of the row, round or back, and along the whole row: never more.
            ASSERT_LE(static_cast<int>(way.size()) - 1, 2 * (k - 1));
          }
    }
  }
}

/// Returns the number of pairs whose path uses the busiest channel.
int most_paths(const Row& row) {
  std::map<std::pair<int, int>, int> paths;
  int most = 0;
  for (int from = 0; from < row.k; ++from)
    for (int to = 0; to < row.k; ++to) {
      const std::vector<int> way = row.way(from, to, row.on.contains({0, row.k - 1}));
      for (std::size_t i = 1; i < way.size(); ++i) most = std::max(most, ++paths[{way[i - 1], way[i]}]);
    }
  return most;
}

TEST(DynamicButterfly, CarriesAsMuchAsItsCablesLetIt) {
  Row row{8};
  EXPECT_EQ(most_paths(row), 16);  // a mesh: four switches on one side, four on the other
  row.on = {{0, 7}};
  EXPECT_EQ(most_paths(row), 10);  // a torus has 8; among paths of equal length the line is taken
  row.on.insert({{3, 5}, {2, 4}});
  EXPECT_LT(most_paths(row), 10);
  for (int a = 0; a < 8; ++a)
    for (int b = a + 2; b < 8; ++b) row.on.insert({a, b});
  EXPECT_EQ(most_paths(row), 1);
}

TEST(DynamicButterfly, HasNoCycleInAllItsHopsTogetherSoNoneInAnySetOfCables) {
  for (const auto& sizes : {std::vector<std::int64_t>{8}, {5, 4}, {3, 3, 3}}) {
    FlattenedButterfly t;
    t.c = 1, t.sizes = sizes;
    const Network net = t.build(Cables{});
    const DynamicButterfly routing = prepared(net);
    EXPECT_EQ(routing.vcs(), 2);
    const DependencyReport report = check_dependencies(routing, net);
    EXPECT_TRUE(report.complete());
    EXPECT_TRUE(report.faults.empty());
    EXPECT_TRUE(report.cycle.empty());
  }
}

}  // namespace
}  // namespace ebb::inline routing
