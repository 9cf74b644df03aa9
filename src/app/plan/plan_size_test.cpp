#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/output/said_testing.hpp"
#include "app/plan/plan_commands.hpp"
#include "base/folder_testing.hpp"

namespace ebb::inline app {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(PlanSize, ARowWithoutAnAdapterIsAPlan) {
  const Said row = ebb({"plan", "size", "--hosts", "1024", "--switch", "nvidia-sn5600", "--toml", "1"});
  ASSERT_EQ(row.exit_code, succeeded) << row.err;
  EXPECT_THAT(row.out, HasSubstr("nic = \"none\""));
  const TestFolder folder;
  const std::string file = folder.write("row.toml", row.out);
  const Said plan = ebb({"plan", file.c_str()});
  EXPECT_EQ(plan.exit_code, succeeded) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("host adapter none"));
}

TEST(PlanSize, RefusesARateThatTheSwitchDoesNotKnow) {
  const Said said =
      ebb({"plan", "size", "--hosts", "1024", "--switch", "nvidia-sn5600", "--rate", "1600Gb/s"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("\"nvidia-sn5600\" does not run at 1.6Tb/s"));
  EXPECT_THAT(said.err, HasSubstr("copper or optical at 800Gb/s"));
  EXPECT_THAT(said.err, HasSubstr("arista-7060xe7-64"));
}

TEST(PlanSize, HonoursOrRefusesEverySetting) {
  const auto said = [](const char* setting) {
    return ebb({"plan", "size", "--hosts", "128", "--switch", "wedge-100", "--set", "plan.nic=none", "--toml",
                "1", "--set", setting});
  };
  EXPECT_THAT(said("cables.rate=25Gb/s").out, HasSubstr("rate = \"25Gb/s\""));
  EXPECT_THAT(said("plan.pue=1.1").out, HasSubstr("pue = 1.1"));
  for (const char* ignored : {"topology.radix=8", "plan.switch=abts-switch", "traffic.load=0.5"}) {
    EXPECT_EQ(said(ignored).exit_code, bad_input) << ignored;
    EXPECT_THAT(said(ignored).err, HasSubstr("has no effect here")) << ignored;
  }
}

/// Leaves of 32 x 100 Gb/s and 4 x 400 Gb/s under spines of 32 x 400 Gb/s: uplinks carry half of what hosts
/// send.
TEST(PlanSize, SizesLeavesAndSpinesOfTwoDevices) {
  const auto sized = [](const char* bisection, const char* more) {
    return ebb({"plan", "size", "--hosts", "4000", "--switch", "arista-7280cr3k-32d4", "--set",
                "plan.spine=cisco-8201-32fh", "--rate", "400Gb/s", "--set", "cables.host_rate=100Gb/s",
                "--set", "cables.copper_delay=50ns", "--bisection", bisection, more, "1"});
  };
  const Said row = sized("0.5", "--toml");
  ASSERT_EQ(row.exit_code, succeeded) << row.err;
  EXPECT_THAT(row.out, HasSubstr("access_radix = "));
  EXPECT_THAT(row.out, HasSubstr("host_rate = \"100Gb/s\"\ncopper_delay = \"50ns\"\n"));
  EXPECT_THAT(row.out, HasSubstr("spine = \"cisco-8201-32fh\""));
  EXPECT_THAT(row.out, HasSubstr("nic = \"nic-100g\""));
  const TestFolder folder;
  const std::string file = folder.write("row.toml", row.out);
  const Said plan = ebb({"plan", file.c_str(), "--json"});
  ASSERT_EQ(plan.exit_code, succeeded) << plan.err;
  const auto json = nlohmann::json::parse(plan.out);
  EXPECT_GE(json["parts"]["hosts"], 4000);
  EXPECT_GE(json["uniform_traffic"]["carried_percent"], 49.99);
  EXPECT_EQ(json["spine"], "cisco-8201-32fh");
  EXPECT_THAT(sized("full", "--toml").out, ContainsRegex("hosts_per_switch = (1[0-6]|[1-9])\n"));
}

TEST(PlanSize, RefusesASpineThatLacksTheRate) {
  const Said said = ebb({"plan", "size", "--hosts", "1024", "--switch", "nvidia-sn5600", "--rate", "800Gb/s",
                         "--set", "plan.spine=wedge-100"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_THAT(said.err, HasSubstr("plan.spine: \"wedge-100\" does not run at 800Gb/s"));
}

/// A row that is written holds all that was set.
TEST(PlanSize, HonoursTheMediumOfHosts) {
  const auto optical = [](const char* medium) {
    const Said said = ebb({"plan", "size", "--hosts", "128", "--switch", "nvidia-sn5600", "--rate", "400Gb/s",
                           "--levels", "2", "--set", medium, "--json"});
    return nlohmann::json::parse(said.out)["networks"][0]["cables_optical"].get<std::int64_t>();
  };
  EXPECT_EQ(optical("cables.host_medium=optical") - optical("cables.host_medium=copper"), 128);
}

TEST(PlanSize, ShowsPartsWherePowerIsMissing) {
  const Said said = ebb({"plan", "size", "--hosts", "1024", "--switch", "arista-7060xe7-64"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("missing"));
  EXPECT_THAT(said.out, HasSubstr("power is missing, and energy and electricity with it: not stated are "
                                  "arista-7060xe7-64 (base, port"));
}

/// The row of a switch of unknown power is a valid plan and run, without watts.
TEST(PlanSize, ARowWithoutWattsCanBeGoneOnWith) {
  const Said row = ebb({"plan", "size", "--hosts", "16", "--switch", "arista-7060xe7-64", "--toml", "1"});
  ASSERT_EQ(row.exit_code, succeeded) << row.err;
  const TestFolder folder;
  const std::string file = folder.write("row.toml", row.out);
  const Said plan = ebb({"plan", file.c_str(), "--json"});
  ASSERT_EQ(plan.exit_code, succeeded) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("\"total_power_w\": null"));
  EXPECT_THAT(plan.out, HasSubstr("\"electricity_usd\": null"));
  EXPECT_THAT(plan.out, HasSubstr("arista-7060xe7-64 (base, port"));
  EXPECT_THAT(plan.out, Not(HasSubstr("\"switch_chips\": null")));
  const Said csv = ebb({"plan", file.c_str(), "--csv"});
  EXPECT_THAT(csv.out, HasSubstr("arista-7060xe7-64 (base, port"));
  const Said text = ebb({"plan", file.c_str()});
  EXPECT_THAT(text.out, HasSubstr("power is missing, and energy and electricity with it"));
  EXPECT_THAT(text.out, Not(HasSubstr("counted as nothing")));
}

TEST(PlanSize, ARowWithoutWattsCanBeSimulated) {
  const Said row = ebb({"plan", "size", "--hosts", "16", "--switch", "arista-7060xe7-64", "--toml", "1"});
  const TestFolder folder;
  const std::string file =
      folder.write("row.toml", row.out + "\n[routing]\nname = \"shortest_path\"\n[traffic]\nload = 0.1\n");
  const Said run = ebb({"run", file.c_str(), "--set", "run.most_time=20us"});
  EXPECT_THAT(run.out, HasSubstr("power is missing, and energy and electricity with it")) << run.err;
  EXPECT_THAT(run.out, HasSubstr("accepted"));
  const Said json = ebb({"run", file.c_str(), "--set", "run.most_time=20us", "--json"});
  EXPECT_THAT(json.out, HasSubstr("\"total_w\": null"));
  EXPECT_THAT(json.out, HasSubstr("\"usd_per_year\": null"));
}

TEST(PlanSize, SaysWhatTheElectricityIsOf) {
  const Said said = ebb({"plan", "size", "--hosts", "1024", "--switch", "wedge-100", "--set", "plan.years=3",
                         "--set", "plan.price_usd_per_kwh=0.2", "--set", "plan.pue=1.1"});
  EXPECT_THAT(said.out, HasSubstr("electricity of 3 years [$]"));
  EXPECT_THAT(said.out, HasSubstr("electricity at $0.2 per kWh, each counted 1.1 times"));
  const Said csv = ebb({"plan", "size", "--hosts", "1024", "--switch", "wedge-100", "--csv"});
  EXPECT_THAT(csv.out, HasSubstr(",electricity_usd,rules,service_life_years\r\n"));
}

/// The order of families must not look like one of prices.
TEST(PlanSize, SaysWhereThereIsNothingToSortBy) {
  const Said said = ebb({"plan", "size", "--hosts", "1024", "--switch", "wedge-100", "--sort", "capex"});
  EXPECT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("not sorted by capex: it is unknown for all of them"));
  const Said by_power = ebb({"plan", "size", "--hosts", "1024", "--switch", "wedge-100"});
  EXPECT_THAT(by_power.out, Not(HasSubstr("not sorted")));
}

TEST(PlanSize, SuggestsOpticsThatKnowTheRate) {
  const Said said = ebb({"plan", "size", "--hosts", "1024", "--switch", "nvidia-sn5600"});
  EXPECT_THAT(said.out, HasSubstr("for 800Gb/s: optics-1600g, optics-800g-multimode"));
  const Said with = ebb({"plan", "size", "--hosts", "1024", "--switch", "nvidia-sn5600", "--set",
                         "plan.optics=optics-800g-multimode"});
  EXPECT_THAT(with.out, Not(HasSubstr("optical transceivers count 0 W")));
}

TEST(DeviceNew, RefusesNumbersThatAreNone) {
  const Said said =
      ebb({"device", "new", "--ports", "many", "--fastest", "400", "--base", "-500W", "--price", "free"});
  EXPECT_EQ(said.exit_code, bad_input);
  EXPECT_EQ(said.out, "");
  for (const char* where : {"--ports", "--fastest", "--base", "--price"})
    EXPECT_THAT(said.err, HasSubstr(where));
}

TEST(DeviceNew, WritesAFileThatCanBeUsed) {
  const Said said = ebb({"device", "new", "--ports", "32", "--fastest", "400Gb/s", "--base", "500W",
                         "--transceiver", "9W", "--price", "20000"});
  ASSERT_EQ(said.exit_code, succeeded) << said.err;
  EXPECT_THAT(said.out, HasSubstr("source = \"recalled\""));  // no data sheet is named
  const TestFolder folder;
  const std::string file = folder.write("mine.toml", said.out);
  const Said shown = ebb({"device", "show", file.c_str()});
  EXPECT_EQ(shown.exit_code, succeeded) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("optical up to 400Gb/s: trx_in"));  // passive copper has none
}

}  // namespace
}  // namespace ebb::inline app
