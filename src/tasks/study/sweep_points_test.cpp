#include "tasks/study/sweep_points.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace ebb::inline tasks {
namespace {

StoredRun run_at(double load, std::int64_t seed, double latency) {
  StoredRun run;
  run.id = fmt::format("{}-{}", load, seed), run.verdict = "steady", run.seed = seed;
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

/// A mean has no seed, and its interval is beside it, whichever run has it first.
TEST(SweepPoints, AreExportedAsMeans) {
  const std::vector<StoredRun> runs{run_at(0.1, 1, 400), run_at(0.1, 2, 400), run_at(0.5, 1, 800),
                                    run_at(0.5, 2, 900)};
  const std::string csv = render_results(runs, {}, Format::csv, Seeds::together);
  EXPECT_THAT(csv, testing::HasSubstr("latency.packets_with_source_queue.mean_ns,"
                                      "half_width.latency.packets_with_source_queue.mean_ns,offered.share"));
  EXPECT_THAT(csv, testing::HasSubstr("0.1-1,run,,,"));
  EXPECT_THAT(render_results(runs, {}, Format::csv, Seeds::each), testing::HasSubstr("0.1-1,run,,1,"));
}

/// A single run beside them has a seed, such as the run by which `compare-policies` finds the time.
TEST(SweepPoints, MeansHaveNoSeed) {
  StoredRun alone = run_at(0.7, 1, 400);
  const std::string csv =
      to_csv(results_tables({run_at(0.1, 1, 400), run_at(0.1, 2, 500), alone}, {}, Seeds::together)[0]);
  EXPECT_THAT(csv, testing::HasSubstr("0.1-1,0.1,,2,"));
  EXPECT_THAT(csv, testing::HasSubstr("0.7-1,0.7,1,,"));
}

/// The page of a store has the table of the terminal: seeds, units, and the meaning of columns.
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

StoredRun powered(double load, std::int64_t seed, double watts) {
  StoredRun run = run_at(load, seed, 400);
  for (const char* name : {"total_w", "kwh_per_year", "usd_per_year", "saved_usd_per_year"})
    run.figures.push_back({std::string("power.") + name, watts});
  run.figures.push_back({"power.price_usd_per_kwh", 0.1}), run.figures.push_back({"power.pue", 1.5});
  run.figures.push_back({"power.missing_numbers", "mine (per_bit)"});
  return run;
}

/// Watts and money have their basis and their interval.
TEST(SweepPoints, SayWhatTheirWattsAndMoneyRestOn) {
  const std::vector<StoredRun> runs{powered(0.1, 1, 100), powered(0.1, 2, 120)};
  const Table table = results_tables(runs, {}, Seeds::together)[0];
  for (const char* note : {"at $0.1 per kWh; money counts each kWh 1.5 times", "in a year like the measured",
                           "not stated, and counted as nothing: mine (per_bit)"})
    EXPECT_THAT(to_text(table), testing::HasSubstr(note));
  EXPECT_THAT(to_csv(table), testing::HasSubstr("power.total_w,half_width.power.total_w"));
  EXPECT_THAT(to_csv(table),
              testing::HasSubstr("power.saved_usd_per_year,half_width.power.saved_usd_per_year"));
  EXPECT_THAT(render_results(runs, {}, Format::json, Seeds::together), testing::HasSubstr("$0.1 per kWh"));
  EXPECT_THAT(to_text(runs_table(runs, {"offered.share"})), testing::Not(testing::HasSubstr("per kWh")));
}

/// "saved a year: $0" would look like a policy's saving.
TEST(SweepPoints, SayWhereSavingsAreNotKnown) {
  StoredRun run = powered(0.1, 1, 100);
  const auto note = testing::HasSubstr("what slower and sleeping ports of switches save is not known");
  EXPECT_THAT(to_text(runs_table({run})), testing::Not(note));
  run.figures.push_back({"control", "halve_double"});
  EXPECT_THAT(to_text(runs_table({run})), note);
  run.figures.push_back({"power.ports_w", 40.0});
  EXPECT_THAT(to_text(runs_table({run})), testing::Not(note));
}

TEST(SweepPoints, SideBySideSayTheSame) {
  const auto note = testing::HasSubstr("at $0.1 per kWh");
  EXPECT_THAT(to_text(runs_comparison({powered(0.1, 1, 100), powered(0.2, 1, 120)})), note);
  const std::vector<StoredRun> low{powered(0.1, 1, 100), powered(0.1, 2, 110)},
      high{powered(0.2, 1, 120), powered(0.2, 2, 130)};
  EXPECT_THAT(to_text(seeds_comparison({low, high})), note);
  EXPECT_THAT(to_text(runs_comparison({run_at(0.1, 1, 400), run_at(0.2, 1, 500)})), testing::Not(note));
}

TEST(SweepPoints, SayOfWhichNetworkAPriceIs) {
  std::vector<StoredRun> runs{powered(0.1, 1, 100), powered(0.2, 1, 120)};
  for (NamedFigure& f : runs[1].figures)
    if (f.name == "power.pue") f.value = 1.2;
  const std::string text = to_text(runs_table(runs));
  EXPECT_THAT(text, testing::HasSubstr("0.1-1: watts, energy and money"));
  EXPECT_THAT(text, testing::HasSubstr("0.2-1: watts, energy and money"));
}

/// A number that no file states is not 0 W: it is named.
TEST(SweepPoints, NameWhatLeavesNoPower) {
  StoredRun run = run_at(0.1, 1, 400);
  run.figures.push_back({"power.total_w", Cell()}), run.figures.push_back({"power.price_usd_per_kwh", 0.1});
  run.figures.push_back({"power.missing_numbers", "yarc (base, port)"});
  const std::string text = to_text(runs_table({run}));
  EXPECT_THAT(text, testing::HasSubstr("power is missing, and energy and electricity with it: not stated are "
                                       "yarc (base, port)"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("[W]")));
}

/// The page of a running sweep has one point at first. Its label is the load, not the id.
TEST(SweepPoints, TheFirstStandsOnItsLoad) {
  const auto charts = sweep_charts(sweep_points({run_at(0.1, 1, 400'000)}, Seeds::together));
  ASSERT_FALSE(charts.empty());
  EXPECT_EQ(charts[0].x.title, "offered load");
  EXPECT_EQ(charts[0].curves.at(0).x, (std::vector<double>{0.1}));
  StoredRun run = run_at(0.1, 1, 400'000);
  run.parameters = {{"routing.name", "minimal"}, {"run.seed", std::int64_t{1}}};
  const auto by_name = sweep_charts(sweep_points({run}, Seeds::together));
  ASSERT_FALSE(by_name.empty());
  EXPECT_EQ(by_name[0].x.title, "routing.name");
  EXPECT_EQ(by_name[0].x.names, (std::vector<std::string>{"minimal"}));
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
}  // namespace ebb::inline tasks
