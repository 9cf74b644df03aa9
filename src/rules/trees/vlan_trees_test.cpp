#include "rules/trees/vlan_trees.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "base/random.hpp"
#include "network/distance.hpp"
#include "rules/trees/vlan_ports.hpp"
#include "topology/complete.hpp"
#include "topology/folded_clos.hpp"
#include "topology/grid.hpp"
#include "topology/irregular.hpp"
#include "topology/tree.hpp"

namespace ebb::inline rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Network complete(std::int64_t switches, std::int64_t links = 1) {
  Complete t;
  t.switches = switches, t.hosts_per_switch = 2, t.links = links;
  return t.build(Cables{});
}

Network ring(std::int64_t switches) {
  Torus t;
  t.sizes = {switches}, t.c = 1;
  return t.build(Cables{});
}

Network random_graph(std::int64_t switches, std::int64_t degree, std::int64_t seed) {
  Irregular t;
  t.switches = switches, t.degree = degree, t.hosts_per_switch = 1, t.seed = seed;
  return t.build(Cables{});
}

struct Case {
  explicit Case(const Network& n, PathRule rule = PathRule::up_down)
      : trunks(n), on(trunks.size(), true), paths(tree_paths(n, trunks, on, rule)) {}
  Trunks trunks;
  TrunkSet on;
  PathSet paths;
};

/// Returns the least number of VLANs, by exhaustive search.
std::size_t least_by_trying(const Trunks& trunks, const std::vector<SourceTree>& trees) {
  std::size_t least = trees.size();
  std::vector<std::size_t> part(trees.size(), 0);
  const auto try_all = [&](const auto& self, std::size_t next, std::size_t parts) -> void {
    if (next < trees.size()) {
      for (part[next] = 0; part[next] <= parts; ++part[next])
        self(self, next + 1, std::max(parts, part[next] + 1));
      return;
    }
    for (std::size_t v = 0; v < parts; ++v) {
      TrunkSet all(trunks.size(), false);
      for (std::size_t i = 0; i < trees.size(); ++i)
        for (TrunkId t = 0; t < trunks.size(); ++t)
          if (part[i] == v && trees[i].trunks[t]) all[t] = true;
      if (closes_loop(trunks, all)) return;
    }
    least = std::min(least, parts);
  };
  try_all(try_all, 0, 0);
  return least;
}

TEST(VlanTrees, SixSwitchesFullyConnectedTakeKoibuchisSixVlans) {
  const Network network = complete(6, 5);
  const Case c(network);
  EXPECT_EQ(c.trunks.size(), 15u);
  const auto trees = source_trees(network, c.trunks, c.paths);
  ASSERT_TRUE(trees);
  EXPECT_EQ(assign_first_fit(c.trunks, *trees).vlans.size(), 6u);
  const VlanTrees packed = pack_trees(c.trunks, *trees);
  EXPECT_EQ(packed.vlans.size(), 6u);
  EXPECT_TRUE(packed.proven_least());
  EXPECT_THAT(packed.of_switch, ElementsAre(0u, 1u, 2u, 3u, 4u, 5u));
  EXPECT_THAT(check_vlan_trees(c.trunks, c.paths, packed), IsEmpty());
}

TEST(VlanTrees, ATreeNeedsOneVlan) {
  Tree tree;
  const Network network = tree.build(Cables{});
  const Case c(network);
  const auto trees = source_trees(network, c.trunks, c.paths);
  ASSERT_TRUE(trees);
  EXPECT_EQ(assign_first_fit(c.trunks, *trees).vlans.size(), 1u);
}

TEST(VlanTrees, PathsThatPartAndMeetAgainAreRefused) {
  const Network network = complete(4);
  Case c(network);
  c.paths.set({0, 1, 3});
  c.paths.set({0, 3, 2});
  const auto trees = source_trees(network, c.trunks, c.paths);
  ASSERT_FALSE(trees);
  EXPECT_EQ(trees.problems().front().where, "paths from s0");
  EXPECT_THAT(trees.problems().front().what, HasSubstr("s0 > s1 > s3"));
  EXPECT_THAT(trees.problems().front().what, HasSubstr("s0 > s3 > s2"));
  EXPECT_THAT(trees.problems().front().what, HasSubstr("diverge and meet again at s3"));
}

TEST(VlanTrees, ASmallerTreeThatComesFirstSharesTheVlanOfALargerOne) {
  Tree line;
  line.depth = 1, line.arity = 2, line.hosts_per_switch = 1;
  const Network network = line.build(Cables{});
  const Trunks trunks(network);
  PathSet paths(3);
  paths.set({0, 1}), paths.set({1, 0, 2}), paths.set({2, 0});
  const auto trees = source_trees(network, trunks, paths);
  ASSERT_TRUE(trees);
  EXPECT_EQ(assign_first_fit(trunks, *trees).vlans.size(), 2u);
  const VlanTrees packed = pack_trees(trunks, *trees);
  EXPECT_EQ(packed.vlans.size(), 1u);
  EXPECT_THAT(check_vlan_trees(trunks, paths, packed), IsEmpty());
}

RC_GTEST_PROP(VlanTrees, AreAsFewAsTryingEverythingFindsAndHoldAllPaths, ()) {
  const auto seed = *rc::gen::inRange(1, 1000);
  const auto degree = *rc::gen::inRange(2, 5);
  const Network network = random_graph(6, degree, seed);
  const Case c(network, *rc::gen::element(PathRule::up_down, PathRule::shortest));
  PathSet some(network.switches());  // only the pairs with traffic
  Random random(seed, 5);
  for (SwitchId from = 0; from < network.switches(); ++from)
    for (SwitchId to = 0; to < network.switches(); ++to)
      if (from != to && random.unit() < 0.4) some.set(c.paths.path(from, to));
  const auto trees = source_trees(network, c.trunks, some);
  RC_ASSERT(trees.ok());
  const VlanTrees packed = pack_trees(c.trunks, *trees);
  RC_ASSERT(packed.vlans.size() == least_by_trying(c.trunks, *trees));
  RC_ASSERT(packed.proven_least());
  RC_ASSERT(packed.vlans.size() <= assign_first_fit(c.trunks, *trees).vlans.size());
  RC_ASSERT(check_vlan_trees(c.trunks, some, packed).empty());
}

TEST(VlanTrees, BeyondTheLimitOfASwitchAreRefused) {
  VlanTrees trees;
  trees.vlans.resize(1025), trees.of_switch.resize(1025);
  EXPECT_THAT(check_vlan_limits(trees, {2, 1024}).front().what,
              HasSubstr("1025 VLANs, but a switch holds 1024"));
  EXPECT_THAT(check_vlan_limits(trees, {2, highest_vlan}), IsEmpty());
  EXPECT_THAT(check_vlan_limits(trees, {3071, highest_vlan}).front().where, "first_vlan");
  EXPECT_THAT(check_vlan_limits(trees, {3070, highest_vlan}), IsEmpty());
}

TEST(VlanTrees, AreNoFewerThanTheirTrunksNeed) {
  for (const std::int64_t switches : {2, 5, 6}) {  // a star from each: all trunks, and n - 1 fit a VLAN
    const Network network = complete(switches);
    const Case c(network);
    const auto trees = *source_trees(network, c.trunks, c.paths);
    EXPECT_EQ(fewest_by_trunks(c.trunks, trees), (switches + 1) / 2);
    EXPECT_LE(fewest_by_trunks(c.trunks, trees), pack_trees(c.trunks, trees).at_least);
  }
}

TEST(VlanTrees, AWrongWayIsNoticed) {
  const Network network = complete(4);
  const Case c(network);
  VlanTrees trees = pack_trees(c.trunks, *source_trees(network, c.trunks, c.paths));
  std::swap(trees.of_switch[0], trees.of_switch[1]);
  EXPECT_FALSE(check_vlan_trees(c.trunks, c.paths, trees).empty());
}

TEST(PathSet, UpDownPathsCloseNoCircleAndReachEverySwitch) {
  FoldedClos clos;
  clos.radix = 4, clos.levels = 3;
  for (const Network& network :
       {ring(7), complete(6), random_graph(16, 3, 1), random_graph(20, 5, 2), clos.build(Cables{})}) {
    const Case c(network);
    EXPECT_THAT(check_path_set(network, c.trunks, c.on, c.paths), IsEmpty());
    EXPECT_THAT(waiting_cycle(c.trunks, c.paths), IsEmpty());
    EXPECT_TRUE(source_trees(network, c.trunks, c.paths));
  }
}

TEST(PathSet, ShortestPathsRoundARingWaitForEachOther) {
  const Case c(ring(5), PathRule::shortest);
  EXPECT_EQ(waiting_cycle(c.trunks, c.paths).size(), 5u);
  for (SwitchId s = 1; s < 5; ++s) EXPECT_LE(c.paths.path(0, s).size(), 3u);
}

TEST(PathSet, GoesRoundTrunksThatAreOff) {
  const Network network = complete(4);
  Case c(network);
  c.on[c.trunks.between(1, 2)] = false;
  const PathSet paths = tree_paths(network, c.trunks, c.on, PathRule::up_down);
  EXPECT_THAT(check_path_set(network, c.trunks, c.on, paths), IsEmpty());
  EXPECT_EQ(paths.path(1, 2).size(), 3u);
  c.on.assign(c.on.size(), false);
  EXPECT_FALSE(check_path_set(network, c.trunks, c.on, paths).empty());
}

TEST(VlanPorts, FollowTheSixStepsPortByPort) {
  const Network network = complete(3, 2);
  const Case c(network);
  const VlanTrees trees = assign_first_fit(c.trunks, *source_trees(network, c.trunks, c.paths));
  const auto ports = vlan_ports(network, c.trunks, trees, 1, 100);
  ASSERT_EQ(ports.size(), 6u);  // two hosts, two links to s0, two to s2
  const VlanPort host{true, 101, {}, {100, 101, 102}};
  const VlanPort to_s0{false, 0, {100, 101}, {}}, to_s2{false, 0, {101, 102}, {}};
  EXPECT_THAT(ports, ElementsAre(host, host, to_s0, to_s0, to_s2, to_s2));
}

}  // namespace
}  // namespace ebb::inline rules
