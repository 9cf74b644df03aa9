#include "experiment/device/power_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/read/run_config.hpp"

namespace ebb::inline experiment {
namespace {

const RateLevels two({10_Gbps, 40_Gbps});

/// Two kinds of channels, 1 ms measured of 2 ms in all: ten copper ones at the slow rate half the time, four
/// optical ones always at the fast rate and busy a quarter of the time.
RunResult small_run() {
  RunResult run;
  run.simulated = run.metered_until = 2_ms, run.statistics.measured_from = 1_ms;
  ChannelKindResult copper, optical;
  copper.name = "to host", copper.channels = 10, copper.medium = Medium::copper;
  copper.time_in = {5_ms, 4_ms, 0_ms, 1_ms}, copper.run_time_in = {5_ms, 14_ms, 0_ms, 1_ms};
  optical.name = "dimension 1", optical.channels = 4, optical.medium = Medium::optical;
  optical.time_in = {0_ms, 4_ms, 0_ms, 0_ms}, optical.run_time_in = {0_ms, 8_ms, 0_ms, 0_ms};
  optical.bytes = 5'000'000;  // 1 ms at 40 Gb/s
  copper.rate = optical.rate = two.fastest();
  run.channels = {copper, optical};
  return run;
}

EnergyResult under(const PowerTable& table, std::uint32_t switches = 1) {
  RunResult run = small_run();
  read_energy({table}, two, switches, run);
  EXPECT_EQ(run.energy.size(), 1u);
  return run.energy.at(0);
}

Device chip() {
  Device d;
  const auto row = [](Medium medium, BitsPerSecond rate, double watts) {
    LinkPower r;
    r.media = {medium}, r.rate = rate, r.port = {Watts{watts}, Source::measured, "", true};
    return r;
  };
  d.links = {row(Medium::copper, 10_Gbps, 1), row(Medium::copper, 40_Gbps, 2),
             row(Medium::optical, 40_Gbps, 3)};
  return d;
}

TEST(PowerTables, ReadEachKindAtItsOwnRates) {
  RunResult run = small_run();
  run.channels[0].rate = 10_Gbps;  // its slower state is 2.5 Gb/s then
  PowerTable table{.name = "mine", .device = chip()};
  read_energy({table}, two, 1, run);
  EXPECT_FALSE(!run.energy.empty() && run.energy[0].kinds[0]) << "nobody states 2.5 Gb/s";
  LinkPower slow = table.device.links[0];
  slow.rate = BitsPerSecond{2'500'000'000}, slow.port.value = Watts{0.5};
  table.device.links.push_back(slow);
  read_energy({table}, two, 1, run);
  EXPECT_DOUBLE_EQ(run.energy.at(0).kinds[0]->v, 0.0075);  // 5 ms x 0.5 W + 5 ms x 1 W
  // Ten copper channels of 10 Gb/s and four optical ones of 40 for a millisecond could carry 260 Mb.
  EXPECT_DOUBLE_EQ(run.ideal_share, 5'000'000 * 8 / 260e6);
}

TEST(PowerTables, TheIdealDrawsInProportionToRatesOfAllKinds) {
  RunResult run = small_run();
  run.channels[0].rate = 10_Gbps;
  read_energy({{.name = "ideal", .device = {}, .proportional = true}}, two, 1, run);
  // Of 10 x 10 and 4 x 40 Gb/s; the copper ones are half the time at a quarter.
  EXPECT_DOUBLE_EQ(run.energy.at(0).of_full.value(), (100 * 0.625 + 160) / 260);
}

TEST(PowerTables, AddUpTheKindsOfChannels) {
  const EnergyResult e = under({.name = "mine", .device = chip()});
  // 5 ms x 1 W + 5 ms x 2 W, and 4 ms x 3 W; always full: 20 + 12 mJ; for the bits alone: 1 ms x 3 W.
  EXPECT_DOUBLE_EQ(e.kinds[0]->v, 0.015);
  EXPECT_DOUBLE_EQ(e.kinds[1]->v, 0.012);
  EXPECT_DOUBLE_EQ(e.channels->v, 0.027);
  EXPECT_DOUBLE_EQ(*e.of_full, 27.0 / 32);
  EXPECT_DOUBLE_EQ(*e.of_ideal, 9);
  EXPECT_FALSE(e.base || e.total_of_full);
  // 5 ms x 1 W + 15 ms x 2 W + 8 ms x 3 W.
  EXPECT_DOUBLE_EQ(e.whole_run->v, 0.059);
}

TEST(PowerTables, TheBaseOfTheSwitchesCountsOnBothSides) {
  Device d = chip();
  d.base = {Watts{4}, Source::measured, "", true};
  const EnergyResult e = under({.name = "mine", .device = d}, 2);
  EXPECT_DOUBLE_EQ(e.base->v, 0.008);
  EXPECT_DOUBLE_EQ(*e.total_of_full, 35.0 / 40);
}

TEST(PowerTables, CanTakeEveryCableForOneMedium) {
  Device d = chip();
  const EnergyResult e = under({.name = "mine", .device = d, .medium = Medium::copper});
  EXPECT_DOUBLE_EQ(e.kinds[1]->v, 0.008);
}

TEST(PowerTables, WhatADeviceDoesNotSayIsNotKnown) {
  Device d = chip();
  d.links.erase(d.links.begin());  // nothing about copper at 10 Gb/s
  const EnergyResult e = under({.name = "mine", .device = d, .asked_for = true});
  EXPECT_FALSE(e.kinds[0] || e.channels || e.of_full || e.of_ideal);
  EXPECT_TRUE(e.kinds[1]);
  RunResult run = small_run();
  read_energy({{.name = "mine", .device = d}}, two, 1, run);
  EXPECT_TRUE(run.energy.empty());  // it was not requested
}

TEST(PowerTables, TheIdealIsProportionalToTheRate) {
  const EnergyResult e =
      under({.name = "ideal", .device = *find_device("ideal-36", ""), .proportional = true});
  // Of 14 ms at full rate, 5 ms were at a quarter.
  EXPECT_DOUBLE_EQ(*e.of_full, (14 - 5 * 0.75) / 14);
  EXPECT_DOUBLE_EQ(*e.of_ideal, (14 - 5 * 0.75) / 1);
  EXPECT_NEAR(e.channels->v, (14 - 5 * 0.75) * 1e-3 * 100 / 36, 1e-12);
  RunResult run = small_run();
  read_energy({{.name = "ideal", .device = {}, .proportional = true}}, two, 1, run);
  EXPECT_FALSE(run.energy.at(0).channels);  // the power at full rate is unknown
  EXPECT_TRUE(run.energy.at(0).of_full);
  EXPECT_DOUBLE_EQ(run.ideal_share, 1.0 / 14);
}

TEST(PowerTables, AreThereWhereChannelsAreControlledOrDevicesAreNamedAndElseOneForWatts) {
  const std::string at_full_rate = data_file("examples/run-fbfly-512.toml");
  ASSERT_EQ(read_run(at_full_rate, {})->tables.size(), 1u);
  EXPECT_EQ(read_run(at_full_rate, {})->tables[0].name, "infiniband-36, as cabled");
  EXPECT_EQ(read_run(at_full_rate, {"energy.devices=[\"wedge-100\"]"})->tables.back().name, "wedge-100");
  EXPECT_GT(read_run(data_file("examples/run-halve-double.toml"), {})->tables.size(), 6u);
  // A sweep reads its points like the first one. A later point may be the first one with a policy.
  const auto first = read_run(at_full_rate, {});
  auto second = Configuration::read(at_full_rate, {"control.policy=halve_double"});
  EXPECT_GT(read_run(std::move(*second), &*first)->tables.size(), 6u);
}

TEST(PowerTables, LeaveOutABrokenDeviceFileAndSaySo) {
  const TestFolder folder;
  const std::string broken = folder.write("mine.toml", "kind = \"link\"\nfrom = 3\n");
  ::setenv("EBB_DEVICES", folder.path.c_str(), 1);
  const auto input = read_run(data_file("examples/run-halve-double.toml"), {});
  const auto again = read_run(Configuration::of("again.toml", input->file), &*input);
  ::unsetenv("EBB_DEVICES");
  for (const auto* run : {&*input, &*again}) {
    for (const PowerTable& t : run->tables) EXPECT_NE(t.name, "mine");
    ASSERT_EQ(run->energy.left_out.size(), 1u);
    EXPECT_THAT(left_out_note(run->energy.left_out[0]), testing::HasSubstr("mine (" + broken + ":2:1: from"));
  }
}

TEST(PowerTables, AreThoseThatTheFileNames) {
  const std::string file = data_file("examples/run-halve-double.toml");
  const auto input = read_run(file, {"energy.devices=[\"wedge-100\"]"});
  ASSERT_TRUE(input) << to_text(input.problems());
  std::vector<std::string> names;
  for (const PowerTable& t : input->tables) names.push_back(t.name);
  EXPECT_THAT(names, testing::ElementsAre("ideal", "infiniband-36, all copper", "infiniband-36, all optical",
                                          "infiniband-36, as cabled", "wedge-100"));
  const auto wrong = read_run(file, {"energy.devices=[\"wedge-10\"]"});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.problems().at(0).hint, testing::HasSubstr("wedge-100"));
}

}  // namespace
}  // namespace ebb::inline experiment
