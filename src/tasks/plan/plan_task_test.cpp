// The jobs of `ebb plan` and `ebb plan size` as a library user calls them.
#include "tasks/plan/plan_task.hpp"

#include <gmock/gmock.h>

#include "base/folder_testing.hpp"
#include "config/data_files.hpp"
#include "experiment/read/plan_config.hpp"
#include "planner/plan.hpp"
#include "tasks/plan/size_task.hpp"

namespace ebb::inline tasks {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(PlanTask, ReportsTheProblemsOfAllFiles) {
  const auto plans = plan_networks({.files = {"none.toml", "neither.toml"}, .settings = {}});
  ASSERT_FALSE(plans);
  EXPECT_THAT(to_text(plans.problems()), AllOf(HasSubstr("none.toml"), HasSubstr("neither.toml")));
}

TEST(PlanTask, NamesPlansOfFilesWithTheSameNameByTheirPaths) {
  const std::string file = data_file("examples/plan-clos-32k.toml");
  const auto plans = plan_networks({.files = {file, file}, .settings = {"plan.load=0.5"}});
  ASSERT_TRUE(plans) << to_text(plans.problems());
  EXPECT_EQ((*plans)[0].plan.name, file);
  const auto one = plan_networks({.files = {file}, .settings = {}});
  EXPECT_EQ((*one)[0].plan.name, "plan-clos-32k");
}

void expect_the_same_from_files(const SizeOptions& options) {
  const auto sized = find_networks(options);
  ASSERT_TRUE(sized) << to_text(sized.problems());
  ASSERT_GT(sized->result.networks.size(), 5u);
  const TestFolder folder;
  for (std::size_t row = 0; row < sized->result.networks.size(); ++row) {
    const auto text = plan_file_of(*sized, static_cast<std::int64_t>(row + 1));
    ASSERT_TRUE(text) << to_text(text.problems());
    const auto input = read_plan(folder.write("row.toml", *text), {});
    ASSERT_TRUE(input) << to_text(input.problems());
    EXPECT_EQ(make_plan(*input).power.total().v, sized->result.networks[row].plan.power.total().v) << *text;
  }
  for (const std::int64_t row : {-1, 0, 1'000})
    EXPECT_THAT(to_text(plan_file_of(*sized, row).problems()), HasSubstr("rows go from 1 to"));
}

TEST(SizeTask, MakesAPlanFileOfAnyRowWithoutAnotherSearch) {
  expect_the_same_from_files({.hosts = 512, .switch_device = "wedge-100", .settings = {"plan.pue=1.2"}});
}

/// Slower hosts: the search has closed forms, a plan counts the ports of the network.
TEST(SizeTask, SizesSlowerHostsAsAPlanCountsThem) {
  expect_the_same_from_files({.hosts = 512,
                              .switch_device = "cisco-8201-32fh",
                              .settings = {"cables.host_rate=100Gb/s", "plan.nic=none"}});
}

TEST(SizeTask, ReportsAllOptionsThatItCannotRead) {
  const auto sized = find_networks(
      {.hosts = 1, .switch_device = "wedge-100", .bisection = "2", .levels = "1-9", .order = "colour"});
  ASSERT_FALSE(sized);
  EXPECT_THAT(to_text(sized.problems()),
              AllOf(HasSubstr("--hosts: is 1"), HasSubstr("--bisection: is \"2\""),
                    HasSubstr("--levels: is \"1-9\""), HasSubstr("--sort: \"colour\" is unknown")));
}

}  // namespace
}  // namespace ebb::inline tasks
