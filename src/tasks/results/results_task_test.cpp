#include "tasks/results/results_task.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tasks/results/plot_task.hpp"

namespace ebb::inline tasks {
namespace {

using testing::HasSubstr;

StoredRun run_of(const std::string& id, double load, std::int64_t seed, double latency) {
  StoredRun run;
  run.id = id, run.verdict = "steady", run.seed = seed, run.summary = "the summary\n";
  run.config = "[traffic]\nload = " + std::to_string(load) + "\n[run]\nseed = " + std::to_string(seed) + "\n";
  run.parameters = {{"traffic.load", load}, {"run.seed", seed}};
  run.figures = {{"offered.share", load}, {"latency.packets_with_source_queue.mean_ns", latency}};
  return run;
}

std::vector<StoredRun> four_runs() {
  return {run_of("aa01", 0.1, 1, 400), run_of("aa02", 0.1, 2, 420), run_of("bb01", 0.5, 1, 900),
          run_of("bb02", 0.5, 2, 940)};
}

TEST(ResultsTask, FindsARunByTheBeginningOfItsId) {
  const auto runs = four_runs();
  EXPECT_EQ(find_run(runs, "bb01")->id, "bb01");
  EXPECT_THAT(find_run(runs, "aa").problems()[0].what, HasSubstr("beginning of 2 ids: aa01, aa02"));
  EXPECT_THAT(find_run(runs, "cc").problems()[0].what, HasSubstr("none of the 4"));
  EXPECT_EQ(find_run(runs, "").problems()[0].what, "is empty");
}

TEST(ResultsTask, NamesEveryUnknownIdAtOnce) {
  EXPECT_EQ(find_runs(four_runs(), {"cc", "aa01", "dd"}).problems().size(), 2u);
  EXPECT_EQ(find_runs(four_runs(), {"bb02", "aa01"})->front().id, "bb02");
}

TEST(ResultsTask, RefusesAColumnThatNoRunHas) {
  const auto list = list_runs(
      four_runs(),
      {.columns = {"ofered.share"}, .failed_only = false, .seeds = Seeds::each, .format = Format::csv});
  ASSERT_FALSE(list);
  EXPECT_THAT(list.problems()[0].hint, HasSubstr("did you mean offered.share?"));
}

TEST(ResultsTask, ListsFailedPointsWithTheirReason) {
  auto runs = four_runs();
  runs[1].verdict = "failed", runs[1].why = "no route";
  const auto list =
      list_runs(runs, {.columns = {}, .failed_only = true, .seeds = Seeds::each, .format = Format::csv});
  EXPECT_THAT(*list, HasSubstr("no route"));
  EXPECT_THAT(*list, testing::Not(HasSubstr("bb01")));
}

TEST(ResultsTask, ShowsARunWithItsOrigin) {
  const std::string text = show_run(four_runs()[0], Format::text);
  EXPECT_THAT(text, HasSubstr("run       aa01\n"));
  EXPECT_THAT(text, HasSubstr("traffic.load = 0.1"));
  EXPECT_THAT(text, testing::EndsWith("the summary\n"));
}

/// Runs with the same seeds are compared by their means, single runs and seeds of one point as they are.
TEST(ResultsTask, ComparesMeansWhereBothHaveTheSameSeeds) {
  const auto means = compare_runs(four_runs(), {"aa01", "bb01"}, Seeds::together);
  EXPECT_THAT(to_text(*means), HasSubstr("means over 2 seeds"));
  const auto seeds = compare_runs(four_runs(), {"aa01", "aa02"}, Seeds::together);
  EXPECT_THAT(to_text(*seeds), testing::Not(HasSubstr("means over")));
  const auto single = compare_runs(four_runs(), {"aa01", "bb01"}, Seeds::each);
  EXPECT_THAT(to_text(*single), testing::Not(HasSubstr("means over")));
}

TEST(ResultsTask, ExportsEveryRunOrMeansOverSeeds) {
  const auto each = nlohmann::json::parse(
      export_runs(four_runs(), {.saturation = false, .seeds = Seeds::each, .format = Format::json}));
  EXPECT_EQ(each.size(), 4u);
  const auto means = nlohmann::json::parse(
      export_runs(four_runs(), {.saturation = false, .seeds = Seeds::together, .format = Format::json}));
  EXPECT_EQ(means.size(), 2u);
  const auto searches = nlohmann::json::parse(
      export_runs(four_runs(), {.saturation = true, .seeds = Seeds::each, .format = Format::json}));
  EXPECT_TRUE(searches.empty());
}

TEST(PlotTask, RefusesAnUnknownFigureWithTheKnownOnes) {
  const auto chart = find_chart({.chart = "benito-fig44", .results = {}, .quick = true});
  ASSERT_FALSE(chart);
  EXPECT_THAT(chart.problems()[0].hint, HasSubstr("benito-fig4"));
}

TEST(PlotTask, DrawsOnlyPictures) {
  EXPECT_TRUE(check_picture("figure.svg").empty());
  EXPECT_FALSE(check_picture("figure.toml").empty());
}

}  // namespace
}  // namespace ebb::inline tasks
