#include "study/compare/over_seeds.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace ebb::inline study {
namespace {

StoredRun run(std::int64_t seed, double load, double latency, std::string verdict = "steady") {
  StoredRun r;
  r.id = fmt::format("{}-{}", load, seed), r.seed = seed, r.verdict = std::move(verdict);
  r.config = fmt::format(
      "[topology]\nseed = 3\n\n[traffic]\nload = {}\n\n[run]\nprecision = 0.1\nseed = {}\n", load, seed);
  r.parameters = {{"traffic.load", load}, {std::string(seed_parameter), seed}};
  r.figures = {{"network", "a butterfly"}, {"hosts", std::int64_t{64}}, {"mean_ns", latency}, {"why", r.id}};
  return r;
}

double figure(const StoredRun& run, std::string_view name) {
  const Cell cell = figure_named(run.figures, name);
  const auto* value = std::get_if<double>(&cell.value());
  return value ? *value : -1;
}

TEST(OverSeeds, ARowForEachPoint) {
  const auto means = over_seeds({run(1, 0.1, 10), run(2, 0.1, 12), run(1, 0.2, 20), run(2, 0.2, 20)});
  ASSERT_EQ(means.size(), 2u);
  EXPECT_EQ(means[0].id, "0.1-1");
  ASSERT_EQ(means[0].parameters.size(), 1u);
  EXPECT_EQ(figure(means[0], "mean_ns"), 11);
  EXPECT_NEAR(figure(means[0], "half_width.mean_ns"), 12.7, 0.5);  // two runs give a wide interval
  EXPECT_EQ(std::get<std::int64_t>(figure_named(means[0].figures, seeds_figure).value()), 2);
  EXPECT_EQ(std::get<std::string>(figure_named(means[0].figures, "network").value()), "a butterfly");
  EXPECT_EQ(figure_named(means[0].figures, "why").value().index(), 0u);  // texts that differ have no mean
  EXPECT_EQ(figure(means[1], "mean_ns"), 20);
  EXPECT_EQ(figure(means[1], "half_width.mean_ns"), -1);  // the same in all runs
}

/// A run's own interval, its minimum, its maximum and its length have no interval over seeds.
TEST(OverSeeds, KnowHowFarOnlyWhatIsAnEstimate) {
  std::vector<StoredRun> runs{run(1, 0.1, 10), run(2, 0.1, 12)};
  const char* names[] = {"a.half_width_ns", "a.p99_low_ns",      "a.p99_high_ns", "a.min_ns",
                         "a.max_ns",        "a.run_min_percent", "simulated_ps",  "energy.x.to_host_j",
                         "a.samples",       "work.events"};
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const char* name : names) runs[i].figures.push_back({name, static_cast<double>(i + 1)});
  runs[0].figures.push_back({"same_percent", 100.0}),
      runs[1].figures.push_back({"same_percent", 100 + 1e-13});
  const StoredRun mean = mean_run(runs);
  for (const char* name : names) EXPECT_EQ(figure(mean, std::string(half_width_of) + name), -1) << name;
  EXPECT_EQ(figure(mean, "half_width.same_percent"), -1);
  EXPECT_EQ(figure(mean, "a.half_width_ns"), -1);  // the spread over the seeds replaces it
  EXPECT_EQ(figure(mean, "a.max_ns"), 1.5);
  EXPECT_TRUE(is_mean(mean));
  EXPECT_FALSE(is_mean(runs[0]));
}

/// "network." contains "work.", which marks a run's length only at the beginning of a name.
TEST(OverSeeds, LatencyInTheNetworkHasAnInterval) {
  std::vector<StoredRun> runs{run(1, 0.1, 10), run(2, 0.1, 12)};
  const std::string name = "latency.packets_in_the_network.mean_ns";
  runs[0].figures.push_back({name, 10.0}), runs[1].figures.push_back({name, 12.0});
  EXPECT_EQ(figure(mean_run(runs), name), 11);
  EXPECT_NEAR(figure(mean_run(runs), std::string(half_width_of) + name), 12.7, 0.5);
}

TEST(OverSeeds, TheWorstVerdictAndHowOften) {
  EXPECT_EQ(mean_run({run(1, 0.1, 10), run(2, 0.1, 10)}).verdict, "steady");
  EXPECT_EQ(mean_run({run(1, 0.1, 10), run(2, 0.1, 10, "saturated"), run(3, 0.1, 10, "undecided")}).verdict,
            "saturated, 1 of 3");
  const StoredRun failed = mean_run({run(1, 0.1, 10), run(2, 0.1, 0, "failed")});
  EXPECT_EQ(failed.verdict, "failed, 1 of 2");
  EXPECT_EQ(figure(failed, "mean_ns"), 10);
}

TEST(OverSeeds, OneRunAndASearchStayWhatTheyAre) {
  StoredRun search = run(1, 0.1, 10), other = run(2, 0.1, 10);
  search.kind = other.kind = "saturation";
  EXPECT_EQ(over_seeds({search, other}).size(), 2u);
  EXPECT_EQ(over_seeds({run(1, 0.1, 10)})[0].parameters.size(), 2u);
}

}  // namespace
}  // namespace ebb::inline study
