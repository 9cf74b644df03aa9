// Hand-computed partners, the invariants of every pattern of the catalogue, and refusals.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "catalogue/traffics.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/grid.hpp"
#include "traffic/arrival/phases.hpp"
#include "traffic/pattern/adversarial.hpp"
#include "traffic/pattern/all_to_all.hpp"
#include "traffic/pattern/bit_complement.hpp"
#include "traffic/pattern/bit_reversal.hpp"
#include "traffic/pattern/hot_spot.hpp"
#include "traffic/pattern/incast.hpp"
#include "traffic/pattern/neighbour.hpp"
#include "traffic/pattern/random_permutation.hpp"
#include "traffic/pattern/tornado.hpp"
#include "traffic/pattern/transpose.hpp"
#include "traffic/pattern/uniform.hpp"
#include "traffic/traffic_testing.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::uint64_t seed = 42;

Network butterfly(std::int64_t c, std::vector<std::int64_t> sizes) {
  FlattenedButterfly t;
  t.c = c, t.sizes = std::move(sizes);
  return t.build(Cables{});
}

template <class P>
P bound(const Network& network, P pattern = {}) {
  EXPECT_EQ(to_text(pattern.bind(network, seed)), "");
  return pattern;
}

std::vector<HostId> partners(const Pattern& pattern, std::uint32_t hosts) {
  HostMemory memory = host_memory(seed, 0);
  return partner_table(hosts, [&](HostId h) { return pattern.destination(h, memory); });
}

/// Returns how often `source` sends to each host.
std::map<HostId, int> counters(const Pattern& pattern, HostId source, int messages) {
  HostMemory memory = host_memory(seed, source);
  std::map<HostId, int> count;
  for (int i = 0; i < messages; ++i) ++count[pattern.destination(source, memory)];
  return count;
}

void expect_refusal(Pattern& pattern, const Network& network, std::string_view where,
                    std::string_view words) {
  const Problems problems = pattern.bind(network, seed);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].where, where);
  EXPECT_NE(problems[0].what.find(words), std::string::npos) << problems[0].what;
  EXPECT_NE(problems[0].hint, "");
}

TEST(Uniform, ReachesEveryOtherHostEquallyOften) {
  const auto pattern = bound<UniformPattern>(ring_of_switches({3, 2}));
  const auto count = counters(pattern, 2, 40'000);
  EXPECT_EQ(count.size(), 4u);
  EXPECT_FALSE(count.contains(2));
  for (const auto& [host, times] : count) EXPECT_NEAR(times, 10'000, 400) << host;
}

TEST(BitReversal, OfEightHosts) {
  EXPECT_EQ(partners(bound<BitReversal>(butterfly(2, {4})), 8),
            (std::vector<HostId>{no_id, 4, no_id, 6, 1, no_id, 3, no_id}));
}

TEST(BitComplement, OfEightHosts) {
  EXPECT_EQ(partners(bound<BitComplement>(butterfly(2, {4})), 8),
            (std::vector<HostId>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(MatrixTranspose, OfNineHosts) {
  EXPECT_EQ(partners(bound<MatrixTranspose>(ring_of_switches({9})), 9),
            (std::vector<HostId>{no_id, 3, 6, 1, no_id, 7, 2, 5, no_id}));
}

// Host (x, y) = y * 4 + x. (0, 0) -> (3, 3); (1, 0) -> (3, 2); (2, 0) -> (3, 1); (3, 0) lies on x + y = k - 1
// and goes to (0, 3).
TEST(MatrixTranspose, AsKoibuchiDefinesItHasNoSilentHostWhenTheSideIsEven) {
  MatrixTranspose pattern;
  pattern.form = TransposeForm::koibuchi;
  const auto table = partners(bound(ring_of_switches({16}), pattern), 16);
  EXPECT_EQ(table[0], 15u);
  EXPECT_EQ(table[1], 11u);
  EXPECT_EQ(table[2], 7u);
  EXPECT_EQ(table[3], 12u);
  EXPECT_EQ(std::count(table.begin(), table.end(), no_id), 0);
}

// Dimensions of 5 and 4 switches: tornado moves 2 along the first and 1 along the second.
TEST(Tornado, MovesAlmostHalfWayAlongEveryDimension) {
  const auto table = partners(bound<Tornado>(butterfly(3, {5, 4})), 60);
  EXPECT_EQ(table[0], 3u * (2 + 5 * 1));
  EXPECT_EQ(table[3 * 19 + 2], 3u * 1 + 2);  // switch (4, 3) to (1, 0), third host to third host
}

TEST(Tornado, IsTheTextbookCaseOnATorus) {
  Torus t;
  t.c = 1, t.sizes = {8};
  EXPECT_EQ(partners(bound<Tornado>(t.build(Cables{})), 8), (std::vector<HostId>{3, 4, 5, 6, 7, 0, 1, 2}));
}

TEST(Tornado, TakesTheHostsAsOneRingWhereThereIsNoGrid) {
  EXPECT_EQ(partners(bound<Tornado>(ring_of_switches({4, 4})), 8),
            (std::vector<HostId>{3, 4, 5, 6, 7, 0, 1, 2}));
}

TEST(Neighbour, MovesOnePlaceAlongEveryDimension) {
  const auto table = partners(bound<Neighbour>(butterfly(2, {3, 2})), 12);
  EXPECT_EQ(table[0], 2u * (1 + 3 * 1));
  EXPECT_EQ(table[2 * 5 + 1], 1u);  // switch (2, 1) to (0, 0)
}

TEST(RandomPermutation, IsAnotherOneForAnotherSeed) {
  const Network network = ring_of_switches({32});
  RandomPermutation one, other;
  EXPECT_TRUE(one.bind(network, 1).empty() && other.bind(network, 2).empty());
  EXPECT_NE(partners(one, 32), partners(other, 32));
}

RC_GTEST_PROP(Permutations, PairEachHostWithOneAtMostAndLoseOnlyThoseThatPairWithThemselves, ()) {
  const auto sizes = *rc::gen::container<std::vector<std::int64_t>>(2, rc::gen::inRange<std::int64_t>(3, 7));
  const Network network = butterfly(*rc::gen::inRange<std::int64_t>(1, 5), sizes);
  const auto names = {"random_permutation", "tornado",        "neighbour",
                      "bit_reversal",       "bit_complement", "transpose"};
  for (const char* name : names) {
    Problems problems;
    const auto pattern = find_entry(patterns(), name)->read(Node{}, "", {}, problems);
    if (!pattern->bind(network, *rc::gen::arbitrary<std::uint64_t>()).empty()) continue;
    std::vector<int> received(network.hosts, 0);
    for (HostId h : partners(*pattern, network.hosts))
      if (h != no_id) ++received[h];
    for (HostId h = 0; h < network.hosts; ++h) RC_ASSERT(received[h] == (pattern->sends(h) ? 1 : 0));
  }
}

TEST(HotSpot, SendsTheFractionToTheHotHostsAndTheirShareOfTheRest) {
  HotSpot pattern;
  pattern.fraction = 0.3, pattern.hosts = {1, 4};
  const auto count = counters(bound(ring_of_switches({11}), pattern), 0, 100'000);
  // 0.3 / 2 directly, and a tenth of the other 0.7.
  EXPECT_NEAR(count.at(1), 22'000, 500);
  EXPECT_NEAR(count.at(4), 22'000, 500);
  EXPECT_NEAR(count.at(7), 7'000, 400);
}

TEST(HotSpot, TheOnlyHotHostSendsUniformly) {
  HotSpot pattern;
  pattern.fraction = 1, pattern.hosts = {0};
  const auto count = counters(bound(ring_of_switches({5}), pattern), 0, 40'000);
  for (HostId h = 1; h < 5; ++h) EXPECT_NEAR(count.at(h), 10'000, 400);
}

TEST(HotSpot, AHotHostSendsToTheOtherHotHosts) {
  HotSpot pattern;
  pattern.fraction = 1, pattern.hosts = {0, 2, 3};
  const auto count = counters(bound(ring_of_switches({5}), pattern), 2, 20'000);
  EXPECT_NEAR(count.at(0), 10'000, 400);
  EXPECT_NEAR(count.at(3), 10'000, 400);
}

TEST(Adversarial, SendsFromASwitchToTheNextOfTheDimension) {
  Adversarial pattern;
  pattern.dimension = 2;
  const Network network = butterfly(4, {3, 5});
  pattern = bound(network, pattern);
  HostMemory memory = host_memory(seed, 0);
  for (HostId h = 0; h < network.hosts; ++h)
    EXPECT_EQ(network.switch_of_host(pattern.destination(h, memory)), (network.switch_of_host(h) + 3) % 15);
  EXPECT_EQ(counters(pattern, 0, 1'000).size(), 4u);  // all hosts of the target switch
}

TEST(Adversarial, SendsFromADragonflyGroupToTheGroupOffsetFurther) {
  const Network network = Dragonfly{}.build(Cables{});
  const auto& shape = std::get<DragonflyShape>(network.shape);
  Adversarial pattern;
  pattern.offset = 2;
  pattern = bound(network, pattern);
  auto memories = host_memories(network.hosts, seed);
  const auto group = [&](HostId h) { return shape.group_of(network.switch_of_host(h)); };
  for (HostId h = 0; h < network.hosts; ++h)
    EXPECT_EQ(group(pattern.destination(h, memories[h])), (group(h) + 2) % shape.groups);
  EXPECT_EQ(counters(pattern, 0, 10'000).size(), network.hosts / shape.groups);
}

TEST(Adversarial, SkipsSwitchesWithoutHostsWhereThereIsNoGrid) {
  const Network network = ring_of_switches({2, 0, 3, 1});
  const auto pattern = bound<Adversarial>(network);
  HostMemory memory = host_memory(seed, 0);
  const SwitchId next[] = {2, 0, 3, 0};
  for (HostId h = 0; h < network.hosts; ++h)
    EXPECT_EQ(network.switch_of_host(pattern.destination(h, memory)), next[network.switch_of_host(h)]);
}

TEST(Phases, OfUniformAndAdversarialTrafficTakeTurns) {
  Dragonfly t;
  t.a = 4, t.p = 2, t.h = 2;  // 9 groups of 8 hosts
  Phases phases;
  phases.length = 10_us;
  phases = bound(t.build(Cables{}), phases);
  EXPECT_EQ(phases.period(), 20_us) << "no verdict before it has changed many times";
  HostMemory memory = host_memory(seed, 0);
  for (const auto& [at, adversarial] : {std::pair{0_us, false},
                                        {Picoseconds{9'999'999}, false},
                                        {10_us, true},
                                        {Picoseconds{19'999'999}, true},
                                        {20_us, false}}) {
    int to_next = 0;
    for (int i = 0; i < 100; ++i) to_next += phases.destination_at(0, at, memory) / 8 == 1;
    EXPECT_EQ(to_next == 100, adversarial) << at.v;
  }
}

TEST(AllToAll, VisitsEveryOtherHostOncePerRound) {
  const auto pattern = bound<AllToAll>(ring_of_switches({4}));
  HostMemory memory = host_memory(seed, 0);
  std::vector<HostId> visited;
  for (int i = 0; i < 7; ++i) visited.push_back(pattern.destination(2, memory));
  EXPECT_EQ(visited, (std::vector<HostId>{3, 0, 1, 3, 0, 1, 3}));
}

TEST(Incast, HasExactlyTheSendersAskedFor) {
  Incast pattern;
  pattern.receiver = 3, pattern.senders = 5;
  const auto table = partners(bound(ring_of_switches({16}), pattern), 16);
  EXPECT_EQ(std::count(table.begin(), table.end(), 3u), 5);
  EXPECT_EQ(std::count(table.begin(), table.end(), no_id), 11);
  EXPECT_EQ(table[3], no_id);
  EXPECT_EQ(std::count(table.begin(), table.end(), no_id), 16 - 5);
  pattern.senders = 0;
  const auto all = partners(bound(ring_of_switches({16}), pattern), 16);
  EXPECT_EQ(std::count(all.begin(), all.end(), 3u), 15);
}

TEST(EveryPattern, StaysInRangeNeverSendsToItselfAndSaysWhoIsSilent) {
  for (const Network& network : {butterfly(4, {4, 4}), ring_of_switches({8, 8}), butterfly(1, {2, 2})})
    for (const auto& e : patterns()) {
      SCOPED_TRACE(e.name);
      Problems problems;
      const auto pattern = e.read(Node{}, "", {}, problems);
      if (!pattern->bind(network, seed).empty()) {
        EXPECT_EQ(network.hosts, 4u);  // tornado on dimensions of two switches does not move
        continue;
      }
      auto memories = host_memories(network.hosts, seed);
      for (int round = 0; round < 50; ++round)
        for (HostId h = 0; h < network.hosts; ++h) {
          const HostId to = pattern->destination(h, memories[h]);
          ASSERT_NE(to, h);
          ASSERT_EQ(to < network.hosts, pattern->sends(h));
        }
    }
}

TEST(EveryPattern, RefusesANetworkOfOneHost) {
  const Network network = ring_of_switches({1});
  for (const auto& e : patterns()) {
    Problems problems;
    const auto pattern = e.read(Node{}, "", {}, problems);
    EXPECT_FALSE(pattern->bind(network, seed).empty()) << e.name;
  }
}

TEST(Patterns, RefuseNetworksTheyDoNotFit) {
  const Network twelve = ring_of_switches({12}), grid = butterfly(1, {2, 2});
  BitReversal reversal;
  expect_refusal(reversal, twelve, "name", "power of two");
  BitComplement complement;
  expect_refusal(complement, twelve, "name", "power of two");
  MatrixTranspose transpose;
  expect_refusal(transpose, twelve, "name", "square");
  Tornado tornado;
  expect_refusal(tornado, grid, "name", "every host of this network with itself");
  Adversarial adversarial;
  expect_refusal(adversarial, twelve, "name", "two access switches");
  adversarial.dimension = 3;
  expect_refusal(adversarial, grid, "dimension", "2 dimensions");
  expect_refusal(adversarial, ring_of_switches({1, 1}), "dimension", "no dimensions");
  adversarial.dimension = 1, adversarial.offset = 2;
  expect_refusal(adversarial, grid, "offset", "only 2 switches");
  expect_refusal(adversarial, ring_of_switches({1, 1}), "offset", "only 2 access switches");
  HotSpot hot_spot;
  hot_spot.hosts = {12};
  expect_refusal(hot_spot, twelve, "hosts", "host 12");
  hot_spot.hosts.clear(), hot_spot.count = 13;
  expect_refusal(hot_spot, twelve, "count", "only 12 hosts");
  Incast incast;
  incast.receiver = 12;
  expect_refusal(incast, twelve, "receiver", "host 12");
  incast.receiver = 0, incast.senders = 12;
  expect_refusal(incast, twelve, "senders", "only 11 hosts");
}

TEST(Patterns, RefuseBadParametersBeforeThereIsANetwork) {
  HotSpot hot_spot;
  hot_spot.fraction = 1.5, hot_spot.count = 0, hot_spot.hosts = {3, 3};
  EXPECT_EQ(hot_spot.check().size(), 3u);
  Incast incast;
  incast.receiver = -1, incast.senders = -1;
  EXPECT_EQ(incast.check().size(), 2u);
  Adversarial adversarial;
  adversarial.dimension = 0, adversarial.offset = 0;
  EXPECT_EQ(adversarial.check().size(), 2u);
}

}  // namespace
}  // namespace ebb::inline traffic
