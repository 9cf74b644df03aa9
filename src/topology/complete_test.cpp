#include "topology/complete.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "network/distance.hpp"

namespace ebb::inline topology {
namespace {

TEST(Complete, OfSixSwitchesHasKoibuchisDistance) {
  const Distances d = host_distances(Complete{}.build(Cables{}));
  EXPECT_EQ(std::lround(d.average_switches * 100), 183);
  EXPECT_EQ(d.diameter, 1u);
}

TEST(Complete, OfSixSwitchesHasFifteenLinksOrSeventyFive) {
  Complete t;
  EXPECT_EQ(t.facts().hosts, 66);
  EXPECT_EQ(t.facts().ports_most, 11 + 5);
  EXPECT_EQ(t.facts().cables_of(Medium::copper) - 66, 15);
  EXPECT_EQ(t.facts().bisection_cables, 9);
  t.links = 5;
  EXPECT_EQ(t.facts().ports_most, 11 + 25);
  EXPECT_EQ(t.facts().cables_of(Medium::copper) - 66, 75);
  EXPECT_EQ(t.facts().bisection_cables, 45);
}

TEST(Complete, RefusesWhatCannotBeBuiltByItsOwnNames) {
  const auto refused = [](std::int64_t switches, std::int64_t hosts, std::int64_t links) {
    Complete t;
    t.switches = switches, t.hosts_per_switch = hosts, t.links = links;
    const Problems problems = t.check();
    return problems.empty() ? std::string("nothing") : problems[0].where;
  };
  EXPECT_EQ(refused(1, 11, 1), "switches");
  EXPECT_EQ(refused(6, 0, 1), "hosts_per_switch");
  EXPECT_EQ(refused(6, 11, -1), "links");
  EXPECT_EQ(refused(100'000, 1, 1), "switches");
  EXPECT_EQ(refused(6, INT64_MAX, INT64_MAX), "switches");
  EXPECT_EQ(refused(2, 1, 1), "nothing");
}

}  // namespace
}  // namespace ebb::inline topology
