#include "report/plot/gnuplot.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "report/plot/gnuplot_key.hpp"
#include "report/plot/gnuplot_looks.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::Not;

Chart small_chart() {
  return {.name = "power\n!ls",
          .title = "say \"x\" `reboot`\n!ls",
          .x = {.title = "time", .unit = "ms"},
          .y = {.title = "power", .unit = "%", .least = 0},
          .curves = {{.name = "ours", .role = Role::finding, .x = {1, 2}, .y = {10, no_value}}}};
}

TEST(Gnuplot, NamesCannotBecomeCommands) {
  const std::string script = gnuplot_script(small_chart(), "", "");
  EXPECT_THAT(script, Not(HasSubstr("`")));
  EXPECT_THAT(script, Not(HasSubstr("\n!ls")));
  EXPECT_THAT(script, HasSubstr("say \\\"x\\\""));
}

TEST(Gnuplot, AScriptHoldsItsNumbers) {
  const std::string script = gnuplot_script(small_chart(), "", "");
  EXPECT_THAT(script, HasSubstr("1 0 10 10 10 7\n"));
  EXPECT_THAT(script, HasSubstr("2 0 NaN NaN NaN 7\n"));
}

TEST(Gnuplot, StackedCurvesStandOnEachOther) {
  Chart chart = small_chart();
  chart.curves = {{.name = "a", .shape = CurveShape::stacked_area, .x = {1}, .y = {3}},
                  {.name = "b", .shape = CurveShape::stacked_area, .x = {1}, .y = {4}}};
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("1 3 7 4 4 7\n"));
}

Chart chart_of_bars() {
  Chart chart = small_chart();
  chart.x = {.title = "what", .scale = Scale::names, .names = {"at 15 % load"}};
  chart.lying = true;
  chart.curves = {
      {.name = "15 % load", .shape = CurveShape::bars, .x = {0}, .y = {3e6}, .low = {2e6}, .high = {4e6}}};
  return chart;
}

TEST(Gnuplot, APercentSignInANameIsItself) {
  EXPECT_THAT(gnuplot_script(chart_of_bars(), "", ""),
              HasSubstr("set label \"at 15 % load\" at graph 0, first 0 right"));
  EXPECT_THAT(gnuplot_script(chart_of_bars(), "", ""), HasSubstr("title \"15 % load\""));
}

TEST(Gnuplot, NoNameBesideAnAxisIsCut) {
  Chart chart = chart_of_bars();
  chart.x.names = {"Uniform: power, independent channels of the measured chip"};
  EXPECT_THAT(
      gnuplot_script(chart, "", ""),
      HasSubstr("\"Uniform: power, independent channels\\nof the measured chip\" at graph 0, first 0 right"));
  chart.title = std::string(60, 'a') + " " + std::string(60, 'b');
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr(std::string(60, 'a') + "\\n" + std::string(60, 'b')));
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("set tmargin 4\n"));
}

TEST(Gnuplot, WhatMustBeKnownStandsBelowTheTitle) {
  Chart chart = small_chart();
  chart.title = "Power", chart.subtitle = "quick: a smaller network";
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("set label 1 \"Power\\nquick: a smaller network\""));
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("set tmargin 4\n"));
}

/// The names of curves are below the figure: in one row where they fit, else in columns.
TEST(Gnuplot, TheKeyHasTheRowsThatItNeeds) {
  Chart chart = small_chart();
  EXPECT_EQ(key_rows(chart), 1u);
  for (int i = 0; i < 11; ++i)
    chart.curves.push_back({.name = fmt::format("size {}kB, k 2", i), .x = {1}, .y = {1}});
  EXPECT_EQ(key_rows(chart), 4u);  // 12 entries of up to 22 characters: three columns
  const std::string key = key_lines(chart);
  for (const char* height : {"0.90", "1.90", "2.90", "3.90"})
    EXPECT_THAT(key, HasSubstr(fmt::format("character {} left", height)));
  EXPECT_THAT(key, Not(HasSubstr("character 4.90")));
  chart.curves[0].marks = {"steady", "undecided"};
  EXPECT_EQ(key_rows(chart), 5u) << "marks have a row, however long their words are";
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("set bmargin 10\n"));
  EXPECT_NE(*gnuplot_terminal("a.svg", chart), "");
  for (int i = 0; i < 30; ++i)
    chart.curves.push_back({.name = fmt::format("size {}kB, k 3", i), .x = {1}, .y = {1}});
  EXPECT_THAT(*gnuplot_terminal("a.svg", chart), Not(HasSubstr(",440 ")))
      << "many rows do not squeeze the figure";
}

/// The share of the picture's width at which the texts of the key begin and end.
std::vector<std::pair<double, std::string>> texts_of_key(const Chart& chart) {
  std::vector<std::pair<double, std::string>> texts;
  std::istringstream lines(key_lines(chart));
  const std::regex label("set label \"(.+)\" at screen ([0-9.]+), .* left");
  std::smatch found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, found, label)) texts.push_back({std::stod(found[2]), found[1]});
  return texts;
}

/// 80 characters fill the width.
TEST(Gnuplot, NoTextOfTheKeyLeavesThePicture) {
  Chart chart = small_chart();
  chart.curves[0].marks = {"undecided", ""}, chart.interval = std::string(50, 'i');
  chart.curves[0].low = {9, 9}, chart.curves[0].high = {11, 11};
  for (const std::size_t length : {10, 40, 60, 72, 73, 120, 300}) {
    std::string name = "name";
    while (name.size() < length) name += " and more";
    chart.curves[0].name = name;
    std::string all;
    for (const auto& [at, text] : texts_of_key(chart)) {
      EXPECT_LE(at * 80 + static_cast<double>(text.size()), 80.001) << text;
      all += " " + text;
    }
    EXPECT_THAT(all, HasSubstr(name)) << "no word is lost";
  }
}

TEST(Gnuplot, TheKeyCountsCharactersNotBytes) {
  Chart chart = small_chart();
  chart.curves[0].name = std::string(48, 'x');
  chart.curves.push_back(chart.curves[0]);
  chart.curves[1].name = "\u00b5\u00b1\u00b5\u00b1\u00b5\u00b1\u00b5\u00b1\u00b5\u00b1";
  EXPECT_EQ(key_rows(chart), 1u) << "74 characters, but 84 bytes";
}

TEST(Gnuplot, TheSamplesOfTheKeyShowWhatTheChartHas) {
  Chart chart = small_chart();
  const auto key = [&] { return key_lines(chart); };
  EXPECT_THAT(key(), Not(HasSubstr(" point pt "))) << "a line without points";
  chart.curves[0].low = {9, 9}, chart.curves[0].high = {11, 11}, chart.interval = "95 % interval";
  EXPECT_THAT(key(), HasSubstr("point pt 7 ps 0.9 lc rgb \"#b8400b\"")) << "a point at each value";
  chart.curves[0].shape = CurveShape::bars;
  EXPECT_THAT(key(), HasSubstr("heads size screen 0.006,90")) << "a whisker stands upright";
  chart.curves[0].shape = CurveShape::points, chart.curves[0].low.clear(), chart.curves[0].high.clear();
  EXPECT_THAT(key(), HasSubstr("point pt 7 ps 1.1 lc rgb \"#b8400b\""));
}

/// Eight colours: the ninth curve has that of the first, and must have other dashes.
TEST(Gnuplot, CurvesBeyondTheEighthHaveDashesOfTheirOwn) {
  Chart chart = small_chart();
  chart.curves.clear();
  for (int i = 0; i < 24; ++i) chart.curves.push_back({.name = fmt::format("{}", i), .x = {1}, .y = {1}});
  std::set<std::string> looks;
  for (std::size_t i = 0; i < 24; ++i) looks.insert(colour_of(chart, i) + dashes_of(chart, i));
  EXPECT_EQ(looks.size(), 24u);
  EXPECT_EQ(colour_of(chart, 0), colour_of(chart, 8));
}

TEST(Gnuplot, NamesBelowAFigureLeanOnlyWhereTheyMust) {
  Chart chart = chart_of_bars();
  chart.lying = false, chart.x.names = {"Uniform", "Search", "Advert"};
  EXPECT_THAT(gnuplot_script(chart, "", ""), Not(HasSubstr("rotate")));
  chart.x.names = std::vector<std::string>(9, "independent channels of the chip");
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("rotate by 90")) << "they would leave the picture";
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("set bmargin 18\n")) << "and have space above the key";
  chart.x.names = std::vector<std::string>(12, "independent");
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("rotate by -30"));
}

TEST(Gnuplot, PowersOfTenAreNamedShortly) {
  Chart chart = chart_of_bars();
  chart.y.scale = Scale::log, chart.y.least = 0.1;
  EXPECT_THAT(gnuplot_script(chart, "", ""),
              HasSubstr("set xtics (\"0.1\" 1e-1, \"1\" 1e0, \"10\" 1e1, \"100\" 1e2, \"1k\" 1e3, "
                        "\"10k\" 1e4, \"100k\" 1e5, \"1M\" 1e6, \"10M\" 1e7)\n"
                        "set xrange [0.999e-1:1.001e7]"));
}

TEST(Gnuplot, BetweenFewPowersOfTenThereAreSteps) {
  Chart chart = small_chart();
  chart.y.scale = Scale::log, chart.y.least.reset();
  chart.curves[0].y = {5.9, 88};
  EXPECT_THAT(gnuplot_script(chart, "", ""),
              HasSubstr("set ytics (5, 10, 20, 50, 100)\nset yrange [4.995:100.1]"));
  chart.curves[0].y = {10, 20};
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("set ytics (10, 20)\nset yrange [9.99:20.02]"));
}

TEST(Gnuplot, ALevelGoesOverTheWholeRoomOfItsPlace) {
  Chart chart = chart_of_bars();
  chart.curves.push_back(
      {.name = "full", .shape = CurveShape::level, .role = Role::baseline, .x = {0}, .y = {100}});
  EXPECT_THAT(gnuplot_script(chart, "", ""),
              HasSubstr("$curve1 using 3:($1-0.5):(0):(1) with vectors nohead"));
  chart.lying = false;
  EXPECT_THAT(gnuplot_script(chart, "", ""),
              HasSubstr("$curve1 using ($1-0.5):3:(1):(0) with vectors nohead"));
}

TEST(Gnuplot, TheKeySaysWhatBandsAndWhiskersAre) {
  Chart chart = small_chart();
  EXPECT_THAT(key_lines(chart), Not(HasSubstr("interval")));
  chart.curves[0].low = {9, no_value}, chart.curves[0].high = {11, no_value};
  EXPECT_EQ(interval_of(chart), IntervalShape::band);
  EXPECT_THAT(key_lines(chart), HasSubstr("set label \"95 % interval\""));
  chart.curves[0].high = {9, no_value};
  EXPECT_EQ(interval_of(chart), IntervalShape::none) << "what is known exactly has no band";
  EXPECT_EQ(interval_of(chart_of_bars()), IntervalShape::whiskers);
}

TEST(Gnuplot, BarsHaveTheirIntervals) {
  EXPECT_THAT(gnuplot_script(chart_of_bars(), "", ""), HasSubstr("with xerrorbars"));
  Chart without = chart_of_bars();
  without.curves[0].low.clear(), without.curves[0].high.clear();
  EXPECT_THAT(gnuplot_script(without, "", ""), Not(HasSubstr("errorbars")));
}

/// A bar on a logarithmic axis has no start, so only its end is drawn.
TEST(Gnuplot, BarsOnALogarithmicAxisAreDots) {
  Chart chart = chart_of_bars();
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("with boxxyerror"));
  chart.y.scale = Scale::log;
  chart.curves.push_back({.name = "paper", .shape = CurveShape::bars, .x = {0}, .y = {3e4}});
  const std::string script = gnuplot_script(chart, "", "");
  EXPECT_THAT(script, Not(HasSubstr("boxxyerror")));
  EXPECT_THAT(script, HasSubstr("$curve0 using 3:($1+(-0.2)) with points pt 7 "));
  EXPECT_THAT(script, HasSubstr("$curve1 using 3:($1+(0.2)) with points pt 5 "));
  EXPECT_THAT(script, HasSubstr("with xerrorbars"));
}

TEST(Gnuplot, LargeNumbersBesideAnAxisAreShort) {
  EXPECT_THAT(gnuplot_script(chart_of_bars(), "", ""), HasSubstr("set format x \"%.1s%c\""));
  EXPECT_THAT(gnuplot_script(small_chart(), "", ""), Not(HasSubstr("set format")));
}

/// 68 +/- 79 on a logarithmic axis: less than 147, otherwise unknown.
TEST(Gnuplot, AnIntervalBelowZeroReachesTheBottomOfALogarithmicAxis) {
  Chart chart = small_chart();
  chart.y.scale = Scale::log;
  chart.curves = {{.name = "a", .x = {1, 2}, .y = {20, 68}, .low = {15, -11}, .high = {25, 147}}};
  const std::string script = gnuplot_script(chart, "", "");
  EXPECT_THAT(script, HasSubstr("set yrange [0.999e1:1.001e3]"));
  EXPECT_THAT(script, HasSubstr("1 0 20 15 25 7\n2 0 68 10 147 7\n"));
}

TEST(Gnuplot, PointsShowTheirVerdicts) {
  Chart chart = small_chart();
  chart.curves[0].marks = {"undecided", "saturated"};
  EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr("1 0 10 10 10 6\n2 0 NaN NaN NaN 8\n"));
  chart.curves[0].shape = CurveShape::points, chart.curves[0].marks = {"best", ""},
  chart.curves[0].labels = {"a \"b\"", "c"};
  EXPECT_THAT(gnuplot_script(chart, "", ""),
              HasSubstr("1 0 10 10 10 7 \"a \\\"b\\\"\"\n2 0 NaN NaN NaN 7 \"c\"\n"));
  EXPECT_THAT(
      gnuplot_script(chart, "", ""),
      HasSubstr(
          "point pt 7 ps 1.1 lc rgb \"#333333\"\nset label \"on the front: no policy is better in both\""));
  for (const char* name : {"\"1  a", "\"2  c\""}) EXPECT_THAT(gnuplot_script(chart, "", ""), HasSubstr(name));
}

/// Dominated, undecided and computed policies are drawn differently, and the key explains it.
TEST(Gnuplot, TheKeyOfAFrontSaysWhyAPolicyIsNotOnIt) {
  Chart chart = small_chart();
  chart.curves = {{.name = "policies",
                   .shape = CurveShape::points,
                   .x = {1, 2, 3},
                   .y = {3, 2, 1},
                   .marks = {"beaten", "undecided, 2 of 5", "computed"}}};
  const std::string script = gnuplot_script(chart, "", "");
  EXPECT_THAT(script, HasSubstr("1 0 3 3 3 2\n2 0 2 2 2 6\n3 0 1 1 1 12\n"));
  EXPECT_THAT(
      script,
      HasSubstr("point pt 2 ps 1.1 lc rgb \"#333333\"\nset label \"another policy is better in both\""));
  EXPECT_THAT(
      script,
      HasSubstr("point pt 6 ps 1.1 lc rgb \"#333333\"\nset label \"undecided: the run is too short\""));
  EXPECT_THAT(script, HasSubstr("point pt 12 ps 1.1 lc rgb \"#333333\"\nset label \"computed, not run\""));
}

TEST(Gnuplot, SteadyAndFinishedPointsShareAnEntryOfTheKey) {
  Chart chart = small_chart();
  chart.curves[0].marks = {"finished", "steady"};
  const std::vector<MarkMeaning> meanings = mark_meanings(chart);
  ASSERT_EQ(meanings.size(), 1u);
  EXPECT_EQ(meanings[0].words, "steady or finished");
}

TEST(Gnuplot, AFileWithoutAPicturesEndingIsRefused) {
  EXPECT_TRUE(gnuplot_terminal("a.pdf", small_chart()));
  EXPECT_FALSE(gnuplot_terminal("a.doc", small_chart()));
}

}  // namespace
}  // namespace ebb::inline report
