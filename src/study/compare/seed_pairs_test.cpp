#include "study/compare/seed_pairs.hpp"

#include <gtest/gtest.h>

namespace ebb::inline study {
namespace {

/// The runs of one policy with seeds 1, 2, …: their energy in percent and mean latency in nanoseconds.
SeedGroup policy(const std::vector<std::pair<double, double>>& figures) {
  SeedGroup group;
  for (const auto& [energy, latency] : figures) {
    StoredRun run;
    run.seed = static_cast<std::int64_t>(group.size()) + 1, run.verdict = "steady";
    run.figures = {{"energy.ideal.of_full_percent", energy}, {packet_mean, latency}};
    group.push_back(std::move(run));
  }
  return group;
}

bool beats(const SeedGroup& one, const SeedGroup& other) {
  return certainly_better(pairs_of(one, other), "ideal");
}

/// The seeds differ by much more than the policies; with equal seeds one is always lower in both.
TEST(CertainlyBetter, GoesByDifferencesWithEqualSeeds) {
  const SeedGroup a = policy({{10, 100}, {20, 300}, {30, 900}}),
                  b = policy({{11, 102}, {21.1, 302}, {31, 902.2}});
  EXPECT_TRUE(beats(a, b));
  EXPECT_FALSE(beats(b, a));
  EXPECT_FALSE(beats(a, a));
}

TEST(CertainlyBetter, IsNotWhatTradesOneForTheOther) {
  const SeedGroup a = policy({{10, 100}, {20, 300}}), less_energy = policy({{9, 101}, {19, 301}}),
                  same_latency = policy({{9, 100}, {19, 300}});
  EXPECT_FALSE(beats(less_energy, a));
  EXPECT_FALSE(beats(a, less_energy));
  EXPECT_TRUE(beats(same_latency, a));
}

TEST(CertainlyBetter, IsNotWhatOneSeedOrNoiseDecides) {
  EXPECT_FALSE(beats(policy({{9, 99}}), policy({{10, 100}})));
  EXPECT_FALSE(beats(policy({{10, 100}, {5, 50}}), policy({{10.1, 101}, {9, 90}})));  // by 0.1 and by 4
}

}  // namespace
}  // namespace ebb::inline study
