#include "study/frontier/frontier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "experiment/read/configuration.hpp"
#include "study/frontier/frontier_testing.hpp"

namespace ebb::inline study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

PolicyPoint point(const std::string& name, double energy, double delay,
                  Verdict verdict = Verdict::undecided) {
  PolicyPoint p{.policy = name, .of_full = {energy}, .verdict = verdict};
  p.gain = energy, p.cost = delay;
  return p;
}

TEST(BestCandidates, AreTheEndsOfTheFrontAndWhatLiesBetween) {
  const PolicyFamily family{"f", {"a", "b", "c", "d", "e"}};
  const std::vector<PolicyPoint> points{point("a", 0.5, 2), point("b", 0.2, 9), point("c", 0.3, 5),
                                        point("d", 0.6, 3), point("e", 0.9, 1), point("other", 0.1, 0)};
  EXPECT_THAT(best_candidates(family, points, 2), ElementsAre("b", "e"));  // d is beaten by a
  EXPECT_THAT(best_candidates(family, points, 3), ElementsAre("b", "c", "e"));
  EXPECT_THAT(best_candidates(family, points, 1), ElementsAre("b"));
  EXPECT_THAT(best_candidates(family, points, 9), ElementsAre("b", "c", "a", "e"));
}

TEST(BestCandidates, AreTheFirstWhereNoneKeepsUp) {
  const PolicyFamily family{"f", {"a", "b"}};
  EXPECT_THAT(best_candidates(family, {point("b", 0.1, 1, Verdict::saturated)}, 2), ElementsAre("a"));
}

std::int64_t seed_of(const ComparedCase& one) { return find_path(one.root, "run.seed")->integer; }

TEST(Frontier, TrainsAndJudgesOnDifferentSeeds) {
  const TestFolder folder;
  const auto frontier = read_frontier(folder.write("f.toml", small_contest()), {}, false);
  ASSERT_TRUE(frontier) << to_text(frontier.problems());
  ASSERT_EQ(frontier->training.cases.size(), 1u);
  // Full rate, two of each of two, tcep; whole switches cannot sleep in a butterfly.
  EXPECT_EQ(frontier->training.cases[0].policies.size(), 6u);
  const CompareConfig judged = judged_by_others(*frontier, {ComparedNetwork{}});
  EXPECT_EQ(judged.repeats, 3u);
  EXPECT_EQ(seed_of(frontier->training.cases[0]) - seed_of(judged.cases[0]), training_seeds_from);
  EXPECT_EQ(judged.cases[0].policies[0].name, "always full rate");
  EXPECT_THAT(judged.cases[0].policies[1].name, StartsWith("clairvoyant channel"));
  EXPECT_EQ(judged.cases[0].policies.size(), 5u);
}

/// Its routing works on a butterfly only, which the built network shows.
TEST(Frontier, LeavesOutWhatCannotRouteThere) {
  const TestFolder folder;
  const auto frontier = read_frontier(
      folder.write("f.toml", small_contest()),
      {"topology={name=\"folded_clos\",levels=2,radix=4}", "routing.name=clos_adaptive"}, false);
  ASSERT_TRUE(frontier) << to_text(frontier.problems());
  const std::vector<PolicyCase>& policies = frontier->training.cases.at(0).policies;
  EXPECT_TRUE(std::none_of(policies.begin(), policies.end(), [](const auto& p) { return p.name == "tcep"; }));
  EXPECT_EQ(policies.front().name, "always full rate");
}

TEST(Frontier, RefusesQuickWhereTheFileSaysNothingOfIt) {
  const TestFolder folder;
  const auto frontier = read_frontier(folder.write("f.toml", small_butterfly), {}, true);
  EXPECT_THAT(to_text(frontier.problems()), HasSubstr("frontier.quick"));
}

TEST(Frontier, OfTheShippedFileFits) {
  const auto quick = read_frontier("examples/frontier.toml", {}, true);
  ASSERT_TRUE(quick) << to_text(quick.problems());
  EXPECT_EQ(quick->training.cases.size(), 1u);
  const auto all = read_frontier("examples/frontier.toml", {"frontier.budget=1"}, false);
  ASSERT_TRUE(all) << to_text(all.problems());
  EXPECT_EQ(all->training.cases.size(), 27u);
  EXPECT_EQ(all->families.size(), 18u);
}

}  // namespace
}  // namespace ebb::inline study
