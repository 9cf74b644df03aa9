#include "reproduce/page/founding_lines.hpp"

#include <gtest/gtest.h>

#include "reproduce/page/founding_testing.hpp"

namespace ebb::inline reproduce {
namespace {

TEST(FoundingLines, DrawLatencyByLoadWithItsInterval) {
  const PageJson figure{
      {"name", "benito-fig12"},
      {"rows",
       {founding_row("adversarial.min.40.latency_us", "adversarial, minimal routing, load 40 %: mean latency",
                     90, "± 2 us at 95 % confidence; saturated: it grows as long as the run lasts"),
        founding_row("adversarial.min.5.latency_us", "adversarial, minimal routing, load 5 %: mean latency",
                     40),
        founding_row("adversarial.min.5.owners_percent", "adversarial, minimal routing, load 5 %: sent", 99),
        founding_row("adversarial.remedy.5.latency_us",
                     "adversarial, conditional rules, own queue, load 5 %: mean latency", 26)}}};
  const std::vector<Chart> charts = founding_lines(figure);
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].name, "benito-fig12");
  ASSERT_EQ(charts[0].curves.size(), 2u);
  const Curve& minimal = charts[0].curves[0];
  EXPECT_EQ(minimal.name, "minimal routing");
  EXPECT_EQ(minimal.x, (std::vector<double>{5, 40}));
  EXPECT_EQ(minimal.y, (std::vector<double>{40, 90}));
  EXPECT_EQ(minimal.high, (std::vector<double>{40, 92}));
  EXPECT_EQ(minimal.marks, (std::vector<std::string>{"", "saturated"}));
  EXPECT_EQ(charts[0].curves[1].name, "conditional rules, own queue");
}

TEST(FoundingLines, DrawControllersByTheLengthOfAnIteration) {
  const PageJson figure{
      {"name", "benito-reaction"},
      {"rows",
       {founding_row("conditional", "conditional rules, whatever the iteration: accepted", 39.9),
        founding_row("bt.iteration_ms", "BT: one iteration", 29),
        founding_row("cg.iteration_ms", "CG: one iteration", 1.6),
        founding_row("bt.controller_5_ms", "BT, controller after 5 ms: accepted", 36),
        founding_row("cg.controller_5_ms", "CG, controller after 5 ms: accepted", 20),
        founding_row("cg.phased.controller_5_ms", "CG on 72 hosts, controller after 5 ms: accepted", 38),
        founding_row("cg.phased.conditional_latency_us", "CG on 72 hosts, conditional rules: mean latency",
                     6.5)}}};
  const std::vector<Chart> charts = founding_lines(figure);
  ASSERT_EQ(charts.size(), 2u);
  ASSERT_EQ(charts[0].curves.size(), 2u);
  EXPECT_EQ(charts[0].curves[0].name, "controller after 5 ms");
  EXPECT_EQ(charts[0].curves[0].x, (std::vector<double>{1.6, 29}));
  EXPECT_EQ(charts[0].curves[0].y, (std::vector<double>{20, 36}));
  EXPECT_EQ(charts[0].curves[1].y, (std::vector<double>{39.9, 39.9}));
  EXPECT_EQ(charts[1].name, "benito-reaction-latency");
  EXPECT_EQ(charts[1].curves[0].y, (std::vector<double>{6.5}));
}

TEST(FoundingLines, AreNotThereForOtherReproductionsOrWithoutTheirRows) {
  EXPECT_TRUE(founding_lines({{"name", "abts-fig8"}, {"rows", PageJson::array()}}).empty());
  EXPECT_TRUE(founding_lines({{"name", "benito-fig12"}, {"rows", "none"}}).empty());
}

}  // namespace
}  // namespace ebb::inline reproduce
