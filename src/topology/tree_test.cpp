#include "topology/tree.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

TEST(Tree, OfSixSwitchesHasKoibuchisDistanceAndLinks) {
  Tree t;  // a root with five leaves, 11 hosts on each of the six
  EXPECT_EQ(t.facts().hosts, 66);
  EXPECT_EQ(t.facts().cables_of(Medium::copper) - 66, 5);
  const Distances d = host_distances(t.build(Cables{}));
  EXPECT_EQ(std::lround(d.average_switches * 100), 239);
  EXPECT_EQ(d.diameter, 2u);
  t.links = 5;
  EXPECT_EQ(t.facts().cables_of(Medium::copper) - 66, 25);
}

TEST(Tree, BinaryTreeOfDepthTwoByHand) {
  Tree t;
  t.depth = 2, t.arity = 2, t.hosts_per_switch = 3, t.links = 2, t.hosts_on = TreeHosts::leaves;
  const Facts f = t.facts();
  EXPECT_EQ(f.switches, 7);
  EXPECT_EQ(f.access_switches, 4);
  EXPECT_EQ(f.hosts, 12);
  EXPECT_EQ(f.ports_least, 4);  // the root
  EXPECT_EQ(f.ports_most, 6);   // its children: two links up, two to each leaf
  EXPECT_EQ(f.cables_of(Medium::optical), 4);
  EXPECT_EQ(f.bisection_cables, 2);  // one branch of the root
  const Network net = t.build(Cables{});
  EXPECT_EQ(net.switch_of_host(0), 3u);
  EXPECT_EQ(net.switch_of_host(11), 6u);
  // Switch 2: two links to the root, two to leaf 5, two to leaf 6.
  const SwitchId expected[] = {0, 0, 5, 5, 6, 6};
  for (std::uint32_t p = 0; p < 6; ++p) EXPECT_EQ(net.owner[net.peer[net.first_port[2] + p]], expected[p]);
}

TEST(Tree, HalfOfAnOddTreeIsPiecedTogetherFromSubtrees) {
  Tree t;
  t.depth = 2, t.arity = 3, t.hosts_on = TreeHosts::leaves;  // 9 leaves: a subtree of 3, and one leaf
  EXPECT_EQ(t.facts().bisection_cables, 2);
  t.depth = 1, t.arity = 5, t.hosts_on = TreeHosts::everywhere;  // 3 of 6 switches: three leaves
  EXPECT_EQ(t.facts().bisection_cables, 3);
}

TEST(Tree, RefusesWhatCannotBeBuilt) {
  const auto refused = [](auto change) {
    Tree t;
    change(t);
    const Problems problems = t.check();
    return problems.empty() ? std::string("nothing") : problems[0].where;
  };
  EXPECT_EQ(refused([](Tree& t) { t.depth = 0; }), "depth");
  EXPECT_EQ(refused([](Tree& t) { t.depth = INT64_MAX; }), "depth");
  EXPECT_EQ(refused([](Tree& t) { t.arity = 1; }), "arity");
  EXPECT_EQ(refused([](Tree& t) { t.arity = INT64_MAX; }), "arity");
  EXPECT_EQ(refused([](Tree& t) { t.hosts_per_switch = 0; }), "hosts_per_switch");
  EXPECT_EQ(refused([](Tree& t) { t.links = -5; }), "links");
  EXPECT_EQ(refused([](Tree& t) { t.links = INT64_MAX; }), "arity");
}

}  // namespace
}  // namespace ebb::inline topology
