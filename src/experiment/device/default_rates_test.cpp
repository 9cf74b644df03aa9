#include "experiment/device/default_rates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/read/run_config.hpp"

namespace ebb::inline experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<RunInput> read(const std::string& file, std::vector<std::string> settings) {
  settings.insert(settings.end(), {"topology.radix=8", "routing.name=clos_adaptive", "traffic.load=0.1",
                                   "control.policy=idle_sleep"});
  return read_run(file, settings);
}

TEST(DefaultRates, AreThoseOfThePlansSwitchOnAllItsMedia) {
  const auto run = read("examples/plan-fabric-2026.toml", {});
  ASSERT_TRUE(run) << to_text(run.problems());
  EXPECT_THAT(run->control.rates, ElementsAre(200_Gbps, 400_Gbps));  // 100 Gb/s is known on copper only
  EXPECT_THAT(run->control.from_device.file, HasSubstr("cisco-8201-32fh"));
  const auto copper = read("examples/plan-fabric-2026.toml", {"topology.local_medium=copper"});
  ASSERT_TRUE(copper) << to_text(copper.problems());
  EXPECT_THAT(copper->control.rates, ElementsAre(200_Gbps, 400_Gbps));
}

TEST(DefaultRates, ArePartsOfTheCablesRateWhereNoPlanSaysMore) {
  EXPECT_THAT(parts_of_rate(100_Gbps), ElementsAre(6250_Mbps, 12500_Mbps, 25_Gbps, 50_Gbps, 100_Gbps));
  const auto run =
      read_run("examples/run-fbfly-512.toml", {"control.policy=halve_double", "cables.rate=100Gb/s"});
  ASSERT_TRUE(run) << to_text(run.problems());
  EXPECT_EQ(run->control.rates, parts_of_rate(100_Gbps));
  const auto usual = read_run("examples/run-fbfly-512.toml", {"control.policy=halve_double"});
  EXPECT_EQ(usual->control.rates, parts_of_rate(40_Gbps)) << "as ever";
}

TEST(DefaultRates, AnEpochThatNobodyGaveIsLongerThanEveryChange) {
  const auto run = read("examples/plan-fabric-2026.toml", {"control.wake=10us"});
  ASSERT_TRUE(run) << to_text(run.problems());
  EXPECT_EQ(run->control.epoch, 100_us);
  const auto given = read("examples/plan-fabric-2026.toml", {"control.wake=10us", "control.epoch=10us"});
  ASSERT_FALSE(given);
  EXPECT_THAT(to_text(given.problems()), HasSubstr("no longer than `wake`"));
}

}  // namespace
}  // namespace ebb::inline experiment
