#include "reproduce/ethernet/ethernet_experiment.hpp"

#include <gtest/gtest.h>

namespace ebb::inline reproduce {
namespace {

EthernetResult result_of(std::string_view routing, bool adversarial, double load) {
  const EthernetPoint point{
      .routing = routing, .adversarial = adversarial, .load = load, .length = {40, 70}};  // steady enough
  const auto results = run_points({point}, {.quick = true});
  EXPECT_TRUE(results) << to_text(results.problems());
  return results->front();
}

/// Pause frames are not packets, although they are bytes of the same channels.
TEST(EthernetExperiment, CountsNoDetourWhereThereIsNone) {
  const EthernetResult minimal = result_of("min", true, 0.2);
  EXPECT_EQ(minimal.detours, 0);
  EXPECT_NEAR(minimal.global_cables, 1, 0.005);
  EXPECT_EQ(minimal.shown, Steadiness::saturated);
}

TEST(EthernetExperiment, CountsADetourForEachPacketOfValiantRouting) {
  const EthernetResult valiant = result_of("valiant", true, 0.1);
  EXPECT_EQ(valiant.detours, 1);
  EXPECT_NEAR(valiant.global_cables, 2, 0.01);
}

TEST(EthernetExperiment, ConditionalRulesAreMinimalRoutingWhileNothingIsPaused) {
  const EthernetResult minimal = result_of("min", false, 0.1), rules = result_of("conditional", false, 0.1);
  EXPECT_EQ(rules.latency_us.value, minimal.latency_us.value);
  EXPECT_EQ(rules.accepted.value, minimal.accepted.value);
  EXPECT_EQ(rules.global_cables, minimal.global_cables);
}

TEST(EthernetExperiment, TheOwnerOfTheCableStarvesUnlessItsOwnQueueAsksForDetours) {
  EXPECT_LT(result_of("conditional", true, 0.4).owners, 0.7);
  EXPECT_GT(result_of("remedy", true, 0.4).owners, 0.9);
}

TEST(EthernetResult, HasAnIntervalFromHowFarRunsAreApart) {
  std::vector<EthernetResult> runs(4);
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].latency_us = {static_cast<double>(i), 9.0}, runs[i].owners = 0.5;
  runs[3].saturated_runs = 1;
  const EthernetResult mean = mean_of(runs);
  EXPECT_EQ(mean.latency_us.value, 1.5);
  EXPECT_NEAR(*mean.latency_us.within, 3.182 * 1.2910 / 2, 0.02);
  EXPECT_EQ(mean.owners, 0.5);
  EXPECT_EQ(mean.runs, 4);
  EXPECT_EQ(mean.saturated_runs, 1);
}

TEST(EthernetResult, HasNoIntervalWhereAllRunsAreStillOnTheirWay) {
  std::vector<EthernetResult> runs(4);
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].drift = 0.1 + 0.001 * static_cast<double>(i), runs[i].undecided = "too short";
  EXPECT_FALSE(mean_of(runs).latency_us.within);
  EXPECT_NE(mean_of(runs).undecided.find("changes by +10 %"), std::string::npos);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].drift = i % 2 == 0 ? 0.1 : -0.1;
  EXPECT_TRUE(mean_of(runs).latency_us.within);
  EXPECT_EQ(mean_of(runs).undecided, "");
}

}  // namespace
}  // namespace ebb::inline reproduce
