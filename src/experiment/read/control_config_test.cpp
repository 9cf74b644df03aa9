#include "experiment/read/control_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/toml_file.hpp"
#include "experiment/device/device_file.hpp"
#include "power/policy/halve_double.hpp"

namespace ebb::inline experiment {
namespace {

Problems problems_of(const ControlConfig& config) { return config.check(); }

TEST(ControlConfig, DefaultsAreTheFoundingPapers) {
  const ControlConfig config;
  EXPECT_TRUE(problems_of(config).empty());
  EXPECT_EQ(config.rates.front(), BitsPerSecond{2'500'000'000});
  EXPECT_EQ(config.epoch, 10_us);
  EXPECT_EQ(config.reactivation, 1_us);
}

TEST(ControlConfig, RefusesALadderOutOfOrder) {
  ControlConfig config;
  config.rates = {10_Gbps, 5_Gbps, 40_Gbps};
  ASSERT_EQ(problems_of(config).size(), 1u);
  EXPECT_EQ(problems_of(config)[0].where, "rates");
}

TEST(ControlConfig, RefusesAnEpochNoLongerThanItsReactivation) {
  ControlConfig config;
  config.epoch = config.reactivation = 1_us;
  ASSERT_EQ(problems_of(config).size(), 1u);
  EXPECT_EQ(problems_of(config)[0].where, "epoch");
}

TEST(ControlConfig, RefusesNegativeTimesAndSingleRates) {
  ControlConfig config;
  config.rates = {40_Gbps};
  config.reactivation = {-1};
  config.epoch = {0};
  EXPECT_EQ(problems_of(config).size(), 3u);
}

std::vector<std::string> places(const ControlConfig& config) {
  std::vector<std::string> where;
  for (const Problem& p : config.check()) where.push_back(p.where);
  return where;
}

TEST(ControlConfig, AnOffStateNeedsAWakeTime) {
  ControlConfig config;
  config.rates = {{0}, 10_Gbps, 40_Gbps};
  EXPECT_THAT(places(config), testing::ElementsAre("wake"));
  config.wake = 1_us;
  EXPECT_TRUE(config.check().empty());
  config.wake = ControlConfig::never, config.rates = {10_Gbps, 40_Gbps}, config.sleep = 1_us;
  EXPECT_THAT(places(config), testing::ElementsAre("wake"));
}

TEST(ControlConfig, AWakeTimeOfZeroSaysThatThereIsNoOffState) {
  ControlConfig config;
  EXPECT_EQ(config.wake, Picoseconds{0}) << "the default is in the range that the reference gives";
  EXPECT_FALSE(config.has_off());
  EXPECT_TRUE(config.check().empty());
  config.wake = {-1};
  EXPECT_THAT(places(config), testing::ElementsAre("wake"));
  EXPECT_THAT(config.check()[0].hint, testing::HasSubstr("channels cannot be switched off"));
}

TEST(ControlConfig, RefusesEveryNegativeTimeAtOnce) {
  ControlConfig config;
  config.transition = Transition::by_time;
  config.reactivation = config.relock = config.wake = config.sleep = config.drain_above = {-2};
  EXPECT_EQ(config.check().size(), 5u);
}

TEST(ControlConfig, LanesAndChangesMustMatchTheRates) {
  ControlConfig config;
  config.relock = 100_ns;
  EXPECT_THAT(places(config), testing::ElementsAre("lanes"));
  config.lanes = {1, 4};
  EXPECT_THAT(places(config), testing::ElementsAre("lanes"));
  config.lanes = {1, 1, 1, 4, 4};
  EXPECT_TRUE(config.check().empty());
  config.lanes = {}, config.relock = {}, config.changes = {{0_us, 1_us}, {1_us, 0_us}};
  EXPECT_THAT(places(config), testing::ElementsAre("changes"));
}

TEST(ControlConfig, TheLongestChangeMustFitIntoAnEpoch) {
  ControlConfig config;
  const auto what = [&] {
    EXPECT_THAT(places(config), testing::ElementsAre("epoch"));
    return config.check().at(0).what;
  };
  config.wake = 10_us;
  EXPECT_EQ(what(), "is 10us, no longer than `wake`, 10us");
  config.wake = 1_us, config.sleep = 11_us;
  EXPECT_EQ(what(), "is 10us, no longer than `sleep`, 11us");
  config.sleep = {}, config.reactivation = 12_us;
  EXPECT_EQ(what(), "is 10us, no longer than `reactivation`, 12us");
  config.reactivation = 1_us, config.relock = 13_us, config.lanes = {1, 1, 1, 4, 4};
  EXPECT_EQ(what(), "is 10us, no longer than `relock`, 13us");
}

Control control_of(ControlConfig& config) {
  config.policy = std::make_unique<HalveDouble>();
  EXPECT_TRUE(config.check().empty());
  return config.control(config.rates.back());
}

TEST(ControlConfig, ChangesThatKeepTheLanesOnlyRelock) {
  ControlConfig config;
  config.rates = {10_Gbps, 20_Gbps, 40_Gbps}, config.lanes = {1, 4, 4};
  config.relock = 100_ns, config.reactivation = 5_us, config.wake = 7_us, config.sleep = 2_us;
  const Control control = control_of(config);
  // From off, 10, 20 and 40 Gb/s, to the same.
  EXPECT_THAT(control.reactivation, testing::ElementsAre(0_us, 7_us, 7_us, 7_us,    //
                                                         2_us, 0_us, 5_us, 5_us,    //
                                                         2_us, 5_us, 0_us, 100_ns,  //
                                                         2_us, 5_us, 100_ns, 0_us));
  EXPECT_TRUE(control.levels.has_off());
}

TEST(ControlConfig, AMatrixSaysItAll) {
  ControlConfig config;
  config.rates = {10_Gbps, 40_Gbps};
  config.changes = {{0_us, 1_us}, {2_us, 0_us}};
  config.channels = Pairing::paired, config.transition = Transition::by_time, config.drain_above = 3_us;
  config.epoch = 20_us, config.staggered = true;
  const Control control = control_of(config);
  EXPECT_THAT(control.reactivation, testing::ElementsAre(0_us, 1_us, 2_us, 0_us));
  EXPECT_TRUE(control.paired && control.staggered);
  EXPECT_EQ(control.drain_above, 3_us);
}

TEST(ControlConfig, TakesRatesLanesAndTimesFromADevice) {
  ControlConfig config;
  Node nothing;
  config.take(channel_states(*find_device("infiniband-36", ""), 40_Gbps), nothing);
  EXPECT_EQ(config.rates, ControlConfig{}.rates);
  EXPECT_THAT(config.lanes, testing::ElementsAre(1, 1, 1, 4, 4));
  EXPECT_EQ(config.relock, 100_ns);
  EXPECT_EQ(config.reactivation, 10_us);
  EXPECT_EQ(config.epoch, 100_us);
  EXPECT_FALSE(config.has_off());  // it has an off state, but gives no wake time
}

TEST(ControlConfig, WhatTheSectionSaysGoesBeforeTheDevice) {
  ControlConfig config;
  Node given;
  given.entries = {{"reactivation", {}}, {"epoch", {}}, {"wake", {}}};
  config.wake = 3_us;
  config.take(channel_states(*find_device("kim-link", ""), 2500_Mbps), given);
  EXPECT_EQ(config.rates.size(), 7u);
  EXPECT_EQ(config.reactivation, 1_us);
  EXPECT_EQ(config.epoch, 10_us);
  EXPECT_EQ(config.wake, 3_us);
}

TEST(ControlConfig, SupplyMovesBeforeTheClockLocks) {
  ControlConfig config;
  config.take(channel_states(*find_device("kim-link", ""), 2500_Mbps), Node{});
  ASSERT_EQ(config.changes.size(), 8u);  // off, and seven rates 0.15 V apart
  EXPECT_EQ(config.changes[1][2], 1900_ns);
  EXPECT_EQ(config.changes[2][1], 1900_ns);
  EXPECT_EQ(config.changes[7][1], 9400_ns);
  EXPECT_EQ(config.changes[0][1], 800_ns);
  EXPECT_EQ(config.changes[3][3], 0_ns);
  EXPECT_EQ(config.epoch, 94_us);
}

std::string refusal_of(const std::string& control) {
  auto root = parse_toml("[control]\npolicy = \"halve_double\"\n" + control, "run.toml");
  EXPECT_TRUE(root) << control;
  auto file = Configuration::of("run.toml", std::move(*root));
  ControlConfig config;
  read_control(file, 40_Gbps, config);
  return to_text(file.problems());
}

TEST(ControlConfig, ADeviceMustHaveTheRatesAndTheCablesItsFastest) {
  EXPECT_EQ(refusal_of("device = \"infiniband-36\""), "");
  EXPECT_EQ(refusal_of("device = \"infiniband-36\"\nrates = [\"10Gb/s\", \"40Gb/s\"]"), "");
  EXPECT_THAT(
      refusal_of("device = \"infiniband-36\"\nrates = [\"7Gb/s\", \"40Gb/s\"]"),
      testing::AllOf(testing::HasSubstr("run.toml:4:1: control.rates: has 7Gb/s, which is no rate of"),
                     testing::HasSubstr("leave out `rates`")));
  EXPECT_THAT(refusal_of("device = \"yarc\""),
              testing::AllOf(testing::HasSubstr("run.toml:3:1: control.device: \"yarc\" has no faster rate"),
                             testing::HasSubstr("18.75Gb/s, but the cables have 40Gb/s")));
}

TEST(ControlConfig, KnowsTheLinksOfYarc) {
  ControlConfig config;
  config.take(channel_states(*find_device("yarc", ""), 18750_Mbps), Node{});
  EXPECT_THAT(config.rates, testing::ElementsAre(1250_Mbps, 6250_Mbps, 12500_Mbps, 18750_Mbps));
  EXPECT_TRUE(config.lanes.empty());  // the device gives no time for changes that keep the lanes
  config.relock = 100_ns;
  config.take(channel_states(*find_device("yarc", ""), 18750_Mbps), Node{});
  EXPECT_THAT(config.lanes, testing::ElementsAre(1, 1, 2, 3));
}

/// The reference run for comparing policies: nothing controls its channels, whatever their rate.
TEST(ControlConfig, MayNameNoPolicy) {
  for (const char* written : {"policy = \"none\"", "policy = { name = \"none\" }"}) {
    auto file = Configuration::of("run.toml", *parse_toml(std::string("[control]\n") + written, "run.toml"));
    ControlConfig config;
    read_control(file, 100_Gbps, config);
    EXPECT_TRUE(file.finish().empty()) << written;
    EXPECT_EQ(config.policy, nullptr);
  }
}

}  // namespace
}  // namespace ebb::inline experiment
