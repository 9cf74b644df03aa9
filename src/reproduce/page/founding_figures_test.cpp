#include "reproduce/page/founding_figures.hpp"

#include <gtest/gtest.h>

#include "reproduce/page/founding_testing.hpp"

namespace ebb::inline reproduce {
namespace {

Chart only_chart(const PageJson& reproduction) {
  const std::vector<Chart> charts = founding_figures(reproduction);
  EXPECT_EQ(charts.size(), 1u);
  return charts.empty() ? Chart{} : charts[0];
}

TEST(FoundingFigures, PartsAreStackedAndTheirTotalIsLeftOut) {
  const Chart chart =
      only_chart({{"name", "benito-power"},
                  {"rows",
                   {founding_row("clos.switches", "4-level folded Clos: switches", 29484),
                    founding_row("figure11.clos.cam_flat.ports_mw", "folded Clos, CAM, flat: ports", 1.2),
                    founding_row("figure11.clos.cam_flat.tables_mw", "folded Clos, CAM, flat: tables", 0.7),
                    founding_row("figure11.clos.cam_flat.total_mw", "folded Clos, CAM, flat: total", 1.9),
                    founding_row("figure11.df.cam_flat.ports_mw", "dragonfly, CAM, flat: ports", 0.9)}}});
  EXPECT_EQ(chart.name, "benito-fig11");
  EXPECT_EQ(chart.x.names, (std::vector<std::string>{"folded Clos, CAM, flat", "dragonfly, CAM, flat"}));
  ASSERT_EQ(chart.curves.size(), 2u);
  EXPECT_EQ(chart.curves[0].shape, CurveShape::stacked_bars);
  EXPECT_EQ(chart.curves[0].y, (std::vector<double>{1.2, 0.9}));
  EXPECT_EQ(chart.curves[1].x, (std::vector<double>{0}));
}

TEST(FoundingFigures, SpeedsHaveTheColoursOfRates) {
  const Chart chart =
      only_chart({{"name", "abts-fig7"},
                  {"rows",
                   {founding_row("paired.2.5_gbps", "Search, link pairs: time at 2.5 Gb/s", 62),
                    founding_row("paired.mostly_slowest", "Search, link pairs: time at 2.5 Gb/s", 62)}}});
  ASSERT_EQ(chart.curves.size(), 1u);
  EXPECT_EQ(chart.curves[0].name, "2.5 Gb/s");
  EXPECT_EQ(chart.curves[0].role, Role::rate);
  EXPECT_EQ(chart.curves[0].y, (std::vector<double>{62}));
}

TEST(FoundingFigures, LatencyIsDrawnByItsSetting) {
  const Chart target = only_chart(
      {{"name", "abts-fig9a"},
       {"rows",
        {founding_row("uniform.paired_25_us", "Uniform, link pairs, target 25 %: packets later", 38),
         founding_row("uniform.paired_25_messages_us", "Uniform, link pairs, target 25 %: messages later",
                      41),
         founding_row("uniform.paired_16k_us", "Uniform, link pairs, target 50 %, packets of 16 KiB: later",
                      88),
         founding_row("uniform.paired_75_us", "Uniform, link pairs, target 75 %: packets later", 50)}}});
  ASSERT_EQ(target.curves.size(), 1u);
  EXPECT_EQ(target.curves[0].name, "Uniform");
  EXPECT_EQ(target.curves[0].x, (std::vector<double>{25, 75}));
  const Chart reactivation =
      only_chart({{"name", "abts-fig9b"},
                  {"rows",
                   {founding_row("search.10000_ns_us", "Search, 10000 ns: packets later", 111,
                                 "the run's verdict: undecided"),
                    founding_row("search.100000_ns_us", "Search, 100000 ns: packets later", 954,
                                 "the run's verdict: saturated"),
                    founding_row("search.power_100000_ns", "Search, 100 us: power", -5)}}});
  EXPECT_EQ(reactivation.curves[0].x, (std::vector<double>{10000, 100000}));
  EXPECT_EQ(reactivation.curves[0].marks, (std::vector<std::string>{"undecided", "saturated"}));
  const std::vector<MarkMeaning> key = mark_meanings(reactivation);
  ASSERT_EQ(key.size(), 2u);
  EXPECT_EQ(key[0].words, "saturated: carries less than is offered");
}

TEST(FoundingFigures, RulesAreDrawnByTheSizeOfTheNetwork) {
  const PageJson rules = {
      {"name", "benito-rules"},
      {"rows",
       {founding_row("figure.clos3.8.hosts", "3-level folded Clos of 8-port switches: hosts", 128),
        founding_row("figure.clos3.8.per_group", "3-level folded Clos of 8-port switches: per group", 14),
        founding_row("figure.clos3.8.compacted_lowest",
                     "3-level folded Clos of 8-port switches: compacted, lowest", 7),
        founding_row("figure.clos3.8.compacted_highest",
                     "3-level folded Clos of 8-port switches: compacted, highest", 8)}}};
  const std::vector<Chart> charts = founding_figures(rules);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].name, "benito-fig4");
  EXPECT_EQ(charts[0].curves[0].name, "3-level folded Clos, per group");
  EXPECT_EQ(charts[0].curves[0].x, (std::vector<double>{128}));
  EXPECT_EQ(charts[1].curves[0].name, "3-level folded Clos");
  EXPECT_EQ(charts[1].curves[0].low, (std::vector<double>{7}));
}

TEST(FoundingFigures, EveryNameLeadsToItsReproduction) {
  for (const std::string& name : founding_figure_names()) EXPECT_NE(reproduction_of_figure(name), "") << name;
  EXPECT_EQ(reproduction_of_figure("benito-fig6"), "benito-rules");
  EXPECT_EQ(reproduction_of_figure("nothing"), "");
}

}  // namespace
}  // namespace ebb::inline reproduce
