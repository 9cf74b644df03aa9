// What an architect does in one go, as commands.

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/output/said_testing.hpp"
#include "app/plan/plan_commands.hpp"
#include "base/folder_testing.hpp"

namespace ebb::inline app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A network of two devices for 12,288 hosts: its page, its cables, its parts, its picture.
TEST(PlanJourney, AMixedNetworkIsPlannedAndMailed) {
  const char* plan = "examples/plan-mixed-12k.toml";
  const TestFolder folder;
  const std::string page = (folder.path / "mixed.html").string();
  const Said planned = ebb({"plan", plan, "--report", page.c_str()});
  ASSERT_EQ(planned.exit_code, succeeded) << planned.err;
  EXPECT_THAT(content_of(page), HasSubstr("100G hosts under 400G spines"));

  const Said cables = ebb({"export", plan, "--as", "cables"});
  ASSERT_EQ(cables.exit_code, succeeded) << cables.err;
  EXPECT_THAT(cables.out,
              StartsWith("cable,from,from_port,from_rack,to,to_port,to_rack,medium,rate,kind,length_m\r\n"));
  const auto lines = static_cast<std::int64_t>(std::count(cables.out.begin(), cables.out.end(), '\n')) - 1;
  const Said json = ebb({"plan", plan, "--json"});
  const auto parts = nlohmann::json::parse(json.out)["parts"];
  EXPECT_EQ(lines, parts["cables_copper"].get<std::int64_t>() + parts["cables_optical"].get<std::int64_t>());

  const Said bill = ebb({"export", plan, "--as", "parts"});
  ASSERT_EQ(bill.exit_code, succeeded) << bill.err;
  EXPECT_THAT(bill.out, HasSubstr("leaf switches,arista-7280cr3k-32d4,384,"));
  EXPECT_THAT(bill.out, HasSubstr("copper cables,\"100Gb/s, host, 2 m\",12288,"));

  const Said picture = ebb({"export", plan, "--as", "svg", "--groups"});
  ASSERT_EQ(picture.exit_code, succeeded) << picture.err;
  EXPECT_THAT(picture.out, StartsWith("<svg"));
  EXPECT_LT(picture.out.size(), 1u << 20);
}

TEST(PlanJourney, WhatDoesNotGoTogetherIsRefused) {
  for (std::vector<const char*> words :
       {std::vector<const char*>{"export", "examples/plan-mixed-12k.toml", "--as", "mininet", "--switches"},
        {"export", "examples/plan-mixed-12k.toml", "--as", "cables", "--groups"},
        {"export", "examples/plan-mixed-12k.toml", "--as", "svg", "--groups", "--switches"},
        {"export", "examples/plan-mixed-12k.toml", "--as", "cable"},
        {"plan", "examples/plan-mixed-12k.toml", "--sleep", "--day", "/no/such.csv"}})
    EXPECT_EQ(ebb(words).exit_code, bad_input) << words[3];
  EXPECT_THAT(ebb({"export", "examples/plan-mixed-12k.toml", "--as", "cable"}).err, HasSubstr("cables"));
}

/// One command: what each policy saves in a large fabric, and that nothing can be saved in another.
TEST(PlanJourney, WhatSleepingSaves) {
  const Said said =
      ebb({"plan", "examples/plan-fabric-2026.toml", "--sleep", "-q", "--set", "plan.load=0.05", "--json"});
  ASSERT_EQ(said.exit_code, succeeded) << said.err;
  const auto sleep = nlohmann::json::parse(said.out)["sleep"];
  ASSERT_FALSE(sleep["policies"].empty());
  for (const auto& policy : sleep["policies"]) {
    EXPECT_TRUE(policy["saved_w"].is_number()) << policy.dump();
    EXPECT_LT(policy["saved_percent"].get<double>(), 50) << "of the network, most of which is no port";
  }
  EXPECT_THAT(sleep["simulated"].get<std::string>(), HasSubstr("144 of 8192 hosts"));
  EXPECT_THAT(sleep["notes"].dump(), HasSubstr("3 seeds of 300us each"));
  EXPECT_THAT(sleep["notes"].dump(), HasSubstr("today's Ethernet take"));

  const Said one = ebb({"plan", "examples/plan-fbfly-32k.toml", "--sleep"});
  ASSERT_EQ(one.exit_code, succeeded) << one.err;
  EXPECT_THAT(one.out,
              HasSubstr("sleeping: nothing can be saved by sleeping: the device files state one state"));
  EXPECT_THAT(one.out, HasSubstr("abts-switch ("));
}

}  // namespace
}  // namespace ebb::inline app
