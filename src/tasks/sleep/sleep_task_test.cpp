#include "tasks/sleep/sleep_task.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/folder_testing.hpp"
#include "base/problem.hpp"

namespace ebb::inline tasks {
namespace {

using ::testing::HasSubstr;

/// 144 hosts or fewer: simulated as it is. Ports draw 4 W at full rate, 1 W at half of it and nothing else.
constexpr const char* device = R"(title = "test"
kind = "switch"
from = "made up"
ports = { value = 16, source = "derived" }
base = { value = "10W", source = "derived" }
[[link]]
rate = "10Gb/s"
port = { value = "4W", source = "derived" }
[[link]]
rate = "5Gb/s"
port = { value = "1W", source = "derived" }
)";

std::string plan_of(const std::string& switch_device, const std::string& more = "",
                    const std::string& size = "levels = 2\nradix = 4") {
  return R"([topology]
name = "folded_clos"
)" + size +
         R"(
[cables]
rate = "10Gb/s"
[plan]
switch = ")" +
         switch_device + R"("
nic = "none"
load = 0.1
price_usd_per_kwh = 0.1
pue = 1.5
)" + more;
}

SleepResult savings(const std::string& file, const std::string& day = "") {
  const auto result = sleep_savings({.file = file, .settings = {}, .day = day, .jobs = 2});
  EXPECT_TRUE(result) << to_text(result.problems());
  return result ? *result : SleepResult{};
}

const SleepSaving* named(const SleepResult& result, std::string_view part) {
  const auto found = std::find_if(result.policies.begin(), result.policies.end(),
                                  [&](const auto& p) { return p.policy.find(part) != std::string::npos; });
  return found == result.policies.end() ? nullptr : &*found;
}

/// 4 access switches with 2 hosts and 2 uplinks, 2 top switches: 24 ports of switches, 3 W less each.
TEST(SleepSavings, OfAStaticRateAreThoseOfTheTables) {
  const TestFolder folder;
  const std::string plan = folder.write("plan.toml", plan_of(folder.write("own.toml", device),
                                                             "[[compare]]\nname = \"static\"\nrate = "
                                                             "\"5Gb/s\"\n"));
  const SleepResult result = savings(plan);
  const SleepSaving* slow = named(result, "static");
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->failure, "");
  EXPECT_NEAR(slow->saved_w.mean, 24 * 3.0, 1e-6);
  EXPECT_NEAR(slow->saved_w.half_width.value_or(-1), 0, 1e-6) << "the same with every seed";
  EXPECT_NEAR(slow->usd_per_year.mean, 72.0 / 1000 * 8760 * 1.5 * 0.1, 1e-6);
  EXPECT_GT(slow->added_mean_ns.value_or(0), 0);
  EXPECT_TRUE(slow->keeps_up);
}

TEST(SleepSavings, OfALargeNetworkCountItsOwnPorts) {
  const TestFolder folder;
  const std::string own = folder.write("own.toml", device);
  const SleepResult large =
      savings(folder.write("large.toml", plan_of(own, "[[compare]]\nname = \"static\"\nrate = \"5Gb/s\"\n",
                                                 "levels = 3\nradix = 16")));
  ASSERT_EQ(large.policies.size(), 1u);
  // 1,024 hosts: as many cables between hosts and switches and between each two levels, so five ports a host.
  EXPECT_NEAR(large.policies[0].saved_w.mean, 5 * 1024 * 3.0, 1e-3);
  EXPECT_THAT(large.network, HasSubstr("144 of 1024 hosts"));
}

TEST(SleepSavings, NeverExceedThoseOfTheSlowestState) {
  const TestFolder folder;
  const SleepResult result = savings(folder.write("plan.toml", plan_of(folder.write("own.toml", device))));
  EXPECT_GE(result.policies.size(), 5u);
  for (const SleepSaving& saving : result.policies) {
    EXPECT_EQ(saving.failure, "") << saving.policy;
    EXPECT_LE(saving.saved_w.mean, 72 + 1e-6) << saving.policy;
    EXPECT_GE(saving.saved_w.mean, -1e-6) << saving.policy;
  }
  EXPECT_GT(named(result, "halve_double")->saved_w.mean, 36) << "most of the time at the lower rate";
}

TEST(SleepSavings, FallWithTheLoadOfTheDay) {
  const TestFolder folder;
  const std::string plan = folder.write(
      "plan.toml", plan_of(folder.write("own.toml", device), "[[compare]]\nname = \"halve_double\"\n"));
  const auto of_load = [&](const char* load) {
    std::string day = "hour,load\n";
    for (int hour = 0; hour < 24; ++hour)
      day += std::to_string(hour) + "," + (hour < 12 ? "0.05" : load) + "\n";
    return savings(plan, folder.write("day.csv", day)).policies.at(0).saved_w.mean;
  };
  const double quiet = of_load("0.05"), busy = of_load("0.7");
  EXPECT_LT(busy, quiet);
  EXPECT_GT(busy, quiet / 2 - 1) << "half of the day is as quiet";
}

TEST(SleepSavings, SayThatADeviceWithOneStateSavesNothing) {
  const TestFolder folder;
  std::string one = device;
  one.resize(one.rfind("[[link]]"));
  const SleepResult result = savings(folder.write("plan.toml", plan_of(folder.write("own.toml", one))));
  EXPECT_THAT(result.nothing, HasSubstr("one state for each port of this network"));
  EXPECT_THAT(result.nothing, HasSubstr("own (copper at 10Gb/s, optical at 10Gb/s)"));
  EXPECT_TRUE(result.policies.empty());
}

/// An off state without its power would count as full rate, so no policy uses it.
TEST(SleepSavings, UseTheOffStateOnlyWhereItsPowerIsStated) {
  const TestFolder folder;
  const std::string off = "[[link]]\nrate = \"0b/s\"\nport = { value = \"0W\", source = \"derived\" }\n";
  const auto levels = [&](const std::string& text) {
    return savings(folder.write("plan.toml", plan_of(folder.write("own.toml", text),
                                                     "[[compare]]\nname = \"halve_double\"\n")))
        .levels;
  };
  EXPECT_EQ(levels(device), "5Gb/s, 10Gb/s");
  EXPECT_EQ(levels(device + off), "off, 5Gb/s, 10Gb/s");
}

TEST(SleepSavings, AreUnknownWhereChangesTakeSeconds) {
  const TestFolder folder;
  const std::string plan = folder.write(
      "plan.toml",
      plan_of(folder.write("own.toml", device),
              "[control]\nrates = [\"5Gb/s\", \"10Gb/s\"]\nreactivation = \"1s\"\nepoch = \"10s\"\n"));
  EXPECT_THAT(savings(plan).nothing, HasSubstr("ports take 1s to change ([control] of the file)"));
}

TEST(SleepSavings, AreTheSameOnAnyNumberOfThreads) {
  const TestFolder folder;
  const std::string plan = folder.write(
      "plan.toml", plan_of(folder.write("own.toml", device), "[[compare]]\nname = \"halve_double\"\n"));
  const auto on = [&](std::size_t jobs) {
    return sleep_savings({.file = plan, .settings = {}, .day = "", .jobs = jobs})
        ->policies.at(0)
        .saved_w.mean;
  };
  EXPECT_EQ(on(1), on(4));
}

}  // namespace
}  // namespace ebb::inline tasks
