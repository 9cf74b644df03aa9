#include "app/sweep_points.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace ebb::inline app {
namespace {

StoredRun run_at(double load, std::int64_t seed, double latency) {
  StoredRun run;
  run.id = fmt::format("{}-{}", load, seed), run.verdict = "warm", run.seed = seed;
  run.config = fmt::format("[traffic]\nload = {}\n[run]\nseed = {}\n", load, seed);
  run.parameters = {{"traffic.load", load}, {"run.seed", seed}};
  run.figures = {{"latency.packets_with_source_queue.mean_ns", latency}, {"offered.share", load}};
  return run;
}

TEST(SweepPoints, StandInTheOrderOfTheirParametersAndSeedsTogether) {
  const std::vector<StoredRun> runs{run_at(0.5, 1, 900), run_at(0.1, 1, 400), run_at(0.1, 2, 500)};
  const auto points = sweep_points(runs, Seeds::together);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].id, "0.1-1");
  EXPECT_EQ(points[1].id, "0.5-1");
  EXPECT_EQ(sweep_points(runs, Seeds::each).size(), 3u);
}

/// A mean is of no seed, and how far it is known stands beside it, whichever run has it first.
TEST(SweepPoints, AreExportedAsMeans) {
  const std::vector<StoredRun> runs{run_at(0.1, 1, 400), run_at(0.1, 2, 400), run_at(0.5, 1, 800),
                                    run_at(0.5, 2, 900)};
  const std::string csv = render_results(runs, {}, Format::csv, Seeds::together);
  EXPECT_THAT(csv, testing::HasSubstr("latency.packets_with_source_queue.mean_ns,"
                                      "half_width.latency.packets_with_source_queue.mean_ns,offered.share"));
  EXPECT_THAT(csv, testing::HasSubstr("0.1-1,run,,,"));
  EXPECT_THAT(render_results(runs, {}, Format::csv, Seeds::each), testing::HasSubstr("0.1-1,run,,1,"));
}

/// The page of a store has the table that the terminal shows: seeds, units, what the columns mean.
TEST(SweepPoints, HaveTheTableOfTheTerminalOnTheirPage) {
  const std::vector<StoredRun> runs{run_at(0.1, 1, 400), run_at(0.1, 2, 500)};
  const std::string text = render_results(runs, {}, Format::text, Seeds::together);
  const Document page =
      sweep_document("s", sweep_points(runs, Seeds::together), results_tables(runs, {}, Seeds::together), {});
  std::size_t found = 0;
  for (const Block& block : page.blocks)
    if (const auto* table = std::get_if<Table>(&block)) {
      Table untitled = *table;
      untitled.title.clear();
      found += text == to_text(untitled);
    }
  EXPECT_EQ(found, 1u) << text;
  EXPECT_THAT(text, testing::HasSubstr("seeds"));
  EXPECT_THAT(text, testing::HasSubstr("packet latency [ns]"));
}

TEST(SweepPoints, HaveTheBandOfTheirSeeds) {
  const auto points = sweep_points(
      {run_at(0.1, 1, 400'000), run_at(0.1, 2, 500'000), run_at(0.1, 3, 600'000), run_at(0.2, 1, 700'000)},
      Seeds::together);
  const auto charts = sweep_charts(points);
  ASSERT_FALSE(charts.empty());
  const Curve& curve = charts[0].curves.at(0);
  EXPECT_DOUBLE_EQ(curve.y.at(0), 500);
  EXPECT_NEAR(curve.high.at(0), 500 + 4.303 * 100 / std::sqrt(3), 1);  // Student's t, two degrees of freedom
}

}  // namespace
}  // namespace ebb::inline app
