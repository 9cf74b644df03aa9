#include "reproduce/page/founding_groups.hpp"

#include <gtest/gtest.h>

#include "reproduce/page/reproductions_document.hpp"

namespace ebb::inline reproduce {
namespace {

PageJson row(const char* id, const char* what, double ours, PageJson paper = nullptr) {
  return {{"id", id}, {"what", what}, {"unit", "%"}, {"paper", std::move(paper)}, {"ours", ours}};
}

const PageJson fig8 = {
    {"name", "abts-fig8"},
    {"rows",
     {row("uniform.utilisation_percent", "Uniform: utilisation of all channels at full speed", 23.7, 23),
      row("uniform.ideal_independent_percent", "Uniform: power, ideal independent channels", 36, 36),
      row("uniform.measured_paired_percent", "Uniform: power, link pairs of the measured chip", 72.3),
      row("search.utilisation_percent", "Search: utilisation of all channels at full speed", 6.4, 6),
      row("search.ideal_independent_percent", "Search: power, ideal independent channels", 14.6, 17),
      row("search.ideal_advantage", "Search: full power over power, ideal independent channels", 6.8, 6),
      row("search.measured_paired_percent", "Search: power, link pairs of the measured chip", 51.3)}}};

TEST(FoundingGroups, BarsStandByWorkloadUnderFullSpeedAndTheIdeal) {
  const std::vector<Chart> charts = founding_groups(fig8);
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].name, "abts-fig8");
  EXPECT_EQ(charts[0].x.names, (std::vector<std::string>{"Uniform", "Search"}));
  const auto& curves = charts[0].curves;
  ASSERT_EQ(curves.size(), 5u);
  EXPECT_EQ(curves[0].y, (std::vector<double>{72.3, 51.3}));
  EXPECT_EQ(curves[1].y, (std::vector<double>{36, 14.6}));
  EXPECT_EQ(curves[2].y, (std::vector<double>{36, 17})) << "the paper's";
  EXPECT_EQ(curves[3].shape, CurveShape::level);
  EXPECT_EQ(curves[3].role, Role::ideal);
  EXPECT_EQ(curves[3].y, (std::vector<double>{23.7, 6.4})) << "each workload has its own ideal";
  EXPECT_EQ(curves[4].role, Role::baseline);
  EXPECT_EQ(curves[4].y, (std::vector<double>{100, 100}));
}

TEST(FoundingGroups, OtherRowsAndDamagedOnesAreNone) {
  EXPECT_TRUE(founding_groups({{"name", "abts-fig7"}, {"rows", PageJson::array()}}).empty());
  EXPECT_TRUE(founding_groups({{"name", "abts-fig8"}, {"rows", {1, "x", nullptr}}}).empty());
}

/// "value [%]" is no useful title; the common text after the colon of all rows is.
TEST(FoundingGroups, BarsWithoutAFigureOfTheirOwnSayWhatTheyMeasure) {
  const PageJson slowest = {
      {"name", "abts-slowest"},
      {"summary", "a network fails to keep up"},
      {"rows",
       {row("uniform.slowest", "Uniform, always 2.5 Gb/s: accepted of the offered load", 12),
        row("uniform.tuned", "Uniform, tuned: accepted of the offered load", 99)}}};
  const Document page = reproductions_document(PageJson::array({slowest}), {});
  ASSERT_EQ(page.charts().size(), 1u);
  const Chart& chart = *page.charts()[0];
  EXPECT_EQ(chart.title, "A network fails to keep up");
  EXPECT_EQ(chart.y.title, "accepted of the offered load");
  EXPECT_EQ(chart.y.unit, "%");
  EXPECT_EQ(chart.x.names, (std::vector<std::string>{"Uniform, always 2.5 Gb/s", "Uniform, tuned"}));
}

TEST(FoundingGroups, AUnitThatIsANounIsTheAxisTitle) {
  PageJson chips = {{"name", "abts-table1"},
                    {"rows",
                     {row("clos", "folded Clos: switch chips", 8235, 8235),
                      row("fbfly", "flattened butterfly: chips in use", 4096, 4096)}}};
  for (PageJson& one : chips["rows"]) one["unit"] = "chips";
  const Document page = reproductions_document(PageJson::array({chips}), {});
  ASSERT_EQ(page.charts().size(), 1u);
  EXPECT_EQ(page.charts()[0]->y.title, "chips");
  EXPECT_EQ(page.charts()[0]->y.unit, "");
}

/// A reader of the figure or of the top of the page must not mistake it for the paper's own size.
TEST(FoundingGroups, WhatIsQuickSaysSoInTheFigureAndOnTop) {
  PageJson quick = fig8;
  quick["quick"] = true;
  const Document page = reproductions_document(PageJson::array({quick}), {});
  ASSERT_FALSE(page.charts().empty());
  EXPECT_EQ(page.charts().front()->subtitle, "quick: a smaller network or a shorter time than the paper's");
  const auto* first = std::get_if<Sentence>(&page.blocks.front());
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->text, "Made with `--quick`: it has a smaller network or a shorter time than the paper's.");
  const Document both =
      reproductions_document(PageJson::array({quick, {{"name", "abts-table1"}, {"rows", fig8["rows"]}}}), {});
  EXPECT_EQ(std::get<Sentence>(both.blocks.front()).text,
            "Made with `--quick`: abts-fig8 has a smaller network or a shorter time than the paper's.");
  const Document whole = reproductions_document(PageJson::array({fig8}), {});
  EXPECT_EQ(whole.charts().front()->subtitle, "");
  EXPECT_EQ(std::get_if<Sentence>(&whole.blocks.front()), nullptr);
}

}  // namespace
}  // namespace ebb::inline reproduce
