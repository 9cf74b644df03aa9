#include "tasks/study/sweep_task.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace ebb::inline tasks {
namespace {

StudyOptions example(std::vector<std::string> settings) {
  StudyOptions options;
  options.file = "examples/sweep-butterfly.toml", options.settings = std::move(settings);
  options.run.memory = 4'000'000'000;
  return options;
}

TEST(SweepTask, ChecksEveryPointAndRunsNone) {
  const auto contents = check_sweep(example({}));
  ASSERT_TRUE(contents) << to_text(contents.problems());
  EXPECT_GT(contents->points + contents->searches, 1u);
  EXPECT_FALSE(check_sweep(example({"traffic.lode=0.3"})));
}

TEST(SweepTask, DefaultsToAStoreNamedAsTheFile) {
  EXPECT_EQ(example({}).folder(), "sweep-butterfly.results");
}

/// A hook may refuse what was found, before the first run.
TEST(SweepTask, StopsBeforeTheFirstRunWhereTheHookHasProblems) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "stopped.results";
  std::filesystem::remove_all(folder);
  StudyOptions options = example({});
  options.store = folder.string();
  std::size_t points = 0;
  const auto result =
      run_sweep(options, {.planned = [&](const SweepContents& c) { points = c.points + c.searches; },
                          .opened = [&](const SweepStock& stock) -> Problems {
                            EXPECT_TRUE(stock.runs.empty());
                            return {{"page", "cannot be served", ""}};
                          },
                          .watcher = nullptr});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.problems()[0].where, "page");
  EXPECT_GT(points, 0u);
  std::filesystem::remove_all(folder);
}

TEST(SweepTask, SaysWhatIsMissing) {
  SweepOutcome outcome;
  outcome.total = 3, outcome.done = 3;
  EXPECT_EQ(what_is_missing(outcome), "");
  outcome.done = 1, outcome.done_before = 1, outcome.failed = 1;
  EXPECT_EQ(what_is_missing(outcome), "not the whole study: 2 of 3 done");
}

}  // namespace
}  // namespace ebb::inline tasks
