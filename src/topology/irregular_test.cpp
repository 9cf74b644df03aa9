#include "topology/irregular.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

RC_GTEST_PROP(RandomGraph, IsRegularSimpleAndConnected, ()) {
  const auto degree = *rc::gen::inRange(2u, 9u);
  auto switches = *rc::gen::inRange(degree + 1, 60u);
  if (degree % 2 == 1 && switches % 2 == 1) ++switches;
  const SwitchGraph graph = random_regular_graph(switches, degree, *rc::gen::arbitrary<std::uint64_t>());
  for (const std::uint32_t d : graph.degrees()) RC_ASSERT(d == degree);
  std::set<std::set<SwitchId>> different;
  for (const auto& [a, b] : graph.cables) RC_ASSERT(different.insert({a, b}).second && a != b);
  for (const std::uint32_t part : connected_parts(graph)) RC_ASSERT(part == 0u);
}

TEST(RandomGraph, DependsOnTheSeedAlone) {
  EXPECT_EQ(random_regular_graph(50, 4, 7).cables, random_regular_graph(50, 4, 7).cables);
  EXPECT_NE(random_regular_graph(50, 4, 7).cables, random_regular_graph(50, 4, 8).cables);
}

/// Numbers drawn inside the arguments of one call would come in the compiler's order. This graph had to be
/// joined from parts.
TEST(RandomGraph, IsTheSameWithEveryCompiler) {
  const std::vector<std::pair<SwitchId, SwitchId>> drawn = {{7, 2}, {6, 0}, {3, 0}, {2, 1},
                                                            {7, 4}, {3, 4}, {5, 1}, {5, 6}};
  EXPECT_EQ(random_regular_graph(8, 2, 10).cables, drawn);
}

TEST(RandomGraph, LeavesNothingOfTheRingItStartsFrom) {
  const SwitchGraph graph = random_regular_graph(1000, 4, 1);
  int near = 0;
  for (const auto& [a, b] : graph.cables) near += (a + 1000 - b) % 1000 <= 2 || (b + 1000 - a) % 1000 <= 2;
  EXPECT_LT(near, 40);                    // 8 are expected of 2000
  EXPECT_LT(graph_diameter(graph), 10u);  // the ring's is 250
}

TEST(RandomGraph, OfDegreeTwoIsOneCircle) {
  const SwitchGraph graph = random_regular_graph(100'000, 2, 3);
  const auto part = connected_parts(graph);
  EXPECT_EQ(*std::max_element(part.begin(), part.end()), 0u);
}

TEST(Irregular, CountsTheRandomGraphItDraws) {
  Irregular t;
  t.switches = 20, t.degree = 3, t.hosts_per_switch = 2;
  const Facts f = t.facts();
  EXPECT_EQ(f.hosts, 40);
  EXPECT_EQ(f.cables_of(Medium::optical), 30);
  EXPECT_EQ(f.ports_most, 5);
  EXPECT_EQ(f.bisection_cables, not_known);
  EXPECT_EQ(f.diameter, host_distances(t.build(Cables{})).diameter);
}

TEST(Irregular, RefusesWhatCannotBeDrawn) {
  const auto refused = [](std::int64_t switches, std::int64_t degree, std::int64_t hosts) {
    Irregular t;
    t.switches = switches, t.degree = degree, t.hosts_per_switch = hosts;
    const Problems problems = t.check();
    return problems.empty() ? std::string("nothing") : problems[0].where;
  };
  EXPECT_EQ(refused(0, 4, 4), "switches");
  EXPECT_EQ(refused(INT64_MAX, INT64_MAX, 4), "switches");
  EXPECT_EQ(refused(16, 1, 4), "degree");
  EXPECT_EQ(refused(16, 16, 4), "degree");
  EXPECT_EQ(refused(15, 3, 4), "degree");
  EXPECT_EQ(refused(16, 4, INT64_MAX), "hosts_per_switch");
  EXPECT_EQ(refused(16, 15, 1), "nothing");
  Irregular t;
  t.file = "some.graphml";
  ASSERT_EQ(t.check().size(), 1u);
  EXPECT_EQ(t.check()[0].where, "file");
  EXPECT_NE(t.check()[0].hint.find("name = \"graph\""), std::string::npos);
}

}  // namespace
}  // namespace ebb::inline topology
