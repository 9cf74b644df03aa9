#include "reproduce/page/founding_curves.hpp"

#include <gtest/gtest.h>

#include "reproduce/page/founding_testing.hpp"

namespace ebb::inline reproduce {
namespace {

TEST(FoundingCurves, KimsFiguresAreCurvesByLoad) {
  const auto charts = founding_curves(
      {{"name", "kim-fig12"},
       {"rows",
        {founding_row("packet4.30.packet_nj",
                      "packets, buffers of 4, load 30 %: energy per packet, no buffer sleeps", 456),
         founding_row("packet4.10.packet_nj",
                      "packets, buffers of 4, load 10 %: energy per packet, no buffer sleeps", 1319),
         founding_row("packet4.10.sleeping_nj",
                      "packets, buffers of 4, load 10 %: energy per packet, buffers sleep", 873),
         founding_row("packet4.10.latency_us", "packets, buffers of 4, load 10 %: mean latency", 4.2),
         founding_row("leakage_left", "leakage that is left when buffers sleep, lowest load", 21)}}});
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].name, "kim-fig12");
  ASSERT_EQ(charts[0].curves.size(), 2u);
  EXPECT_EQ(charts[0].curves[0].name, "packets, buffers of 4, no buffer sleeps");
  EXPECT_EQ(charts[0].curves[0].x, (std::vector<double>{10, 30}));
  EXPECT_EQ(charts[0].curves[0].y, (std::vector<double>{1319, 456}));
  EXPECT_EQ(charts[0].curves[1].name, "packets, buffers of 4, buffers sleep");
  EXPECT_EQ(charts[1].name, "kim-fig12-latency");
  EXPECT_EQ(charts[1].curves[0].name, "packets, buffers of 4");
}

TEST(FoundingCurves, WordsBehindTheFigureNameTheCurve) {
  const auto charts = founding_curves(
      {{"name", "kim-fig11"},
       {"rows",
        {founding_row("20.nm180", "load 20 %: energy with DLS over that with DVS, 180 nm", 1.9),
         founding_row("20.dvs_cells", "load 20 %: cells powered with DVS", 551),
         founding_row("best", "DVS saves more than DLS: energy with DLS over that with DVS, load 20 %",
                      1.9)}}});
  ASSERT_EQ(charts.size(), 2u);
  ASSERT_EQ(charts[0].curves.size(), 1u);
  EXPECT_EQ(charts[0].curves[0].name, "180 nm");
  EXPECT_EQ(charts[0].curves[0].x, (std::vector<double>{20}));
  EXPECT_EQ(charts[1].curves[0].name, "DVS");
}

TEST(FoundingCurves, KoibuchisTrunksAreOnTheAxis) {
  const auto charts = founding_curves(
      {{"name", "koibuchi-fig2"},
       {"rows",
        {founding_row("reversal.tree1.mbps", "bit reversal, tree, 1 link: throughput of a pair", 229),
         founding_row("reversal.tree2.mbps", "bit reversal, tree, 2 links: throughput of a pair", 327),
         founding_row("reversal.tree2.by_flow.mbps",
                      "bit reversal, tree, 2 links, a flow on one of them: throughput of a pair", 308),
         founding_row("transpose.complete5.mbps",
                      "matrix transpose, fully connected, 5 links: throughput of a pair", 957)}}});
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].curves[0].name, "tree");
  EXPECT_EQ(charts[0].curves[0].x, (std::vector<double>{1, 2}));
  EXPECT_EQ(charts[0].curves[1].name, "tree, a flow on one of them");
  EXPECT_EQ(charts[1].name, "koibuchi-fig2-transpose");
  EXPECT_EQ(charts[1].curves[0].x, (std::vector<double>{5}));
}

TEST(FoundingCurves, PerformanceStandsOverThePowerSaved) {
  const auto charts = founding_curves(
      {{"name", "koibuchi-fig5"},
       {"rows",
        {founding_row("nas-bt.links39.saved_percent", "nas-bt, 39 links: power saved", 15.2),
         founding_row("nas-bt.links39.performance_percent", "nas-bt, 39 links: performance", 99),
         founding_row("nas-bt.links75.saved_percent", "nas-bt, 75 links: power saved", 0),
         founding_row("nas-bt.links75.performance_percent", "nas-bt, 75 links: performance", 100)}}});
  ASSERT_EQ(charts.size(), 1u);
  ASSERT_EQ(charts[0].curves.size(), 1u);
  EXPECT_EQ(charts[0].curves[0].name, "BT");
  EXPECT_EQ(charts[0].curves[0].x, (std::vector<double>{0, 15.2}));
  EXPECT_EQ(charts[0].curves[0].y, (std::vector<double>{100, 99}));
}

TEST(FoundingCurves, RowsThatSomebodyElseWroteAreNoPoints) {
  EXPECT_TRUE(
      founding_curves({{"name", "kim-fig9"}, {"rows", {1, "x", founding_row("a", "load", 1)}}}).empty());
  EXPECT_TRUE(founding_curves({{"name", "koibuchi-fig2"},
                               {"rows",
                                {founding_row("a", "bit reversal, link: throughput of a pair", 1),
                                 founding_row("b", "bit reversal,  link: throughput of a pair", 1)}}})
                  .empty());
  EXPECT_TRUE(founding_curves({{"name", "abts-fig8"}, {"rows", PageJson::array()}}).empty());
}

}  // namespace
}  // namespace ebb::inline reproduce
