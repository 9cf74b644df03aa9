#include "tasks/study/sweep_task.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>

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

/// A sweep of two loads and two seeds, with a way of forwarding.
StudyOptions small_sweep(const std::filesystem::path& folder, const std::string& executor,
                         const std::string& forwarding) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "study.toml").string();
  std::ofstream(file) << "[topology]\nname = \"flattened_butterfly\"\nk = 2\nn = 2\nc = 1\n"
                         "[routing]\nname = \"minimal_adaptive\"\n[traffic]\nload = 0.1\n"
                         "[run]\nleast_time = \"20us\"\nmost_time = \"40us\"\n"
                         "[sweep]\nrepeats = 2\n[sweep.cross]\ntraffic.load = [0.1, 0.3]\n";
  StudyOptions options;
  options.file = file, options.store = (folder / "store").string();
  options.settings.push_back("run.executor=\"" + executor + "\"");
  options.settings.push_back("switch.forwarding=\"" + forwarding + "\"");
  options.run.memory = 4'000'000'000, options.run.jobs = 2;
  return options;
}

/// Returns the verdicts and digests by id.
std::map<std::string, std::string> results_with(const std::string& executor) {
  const auto folder = std::filesystem::path(testing::TempDir()) / ("sweep-" + executor);
  const auto result = run_sweep(small_sweep(folder, executor, "cut_through"), {});
  EXPECT_TRUE(result) << to_text(result.problems());
  std::map<std::string, std::string> results;
  if (result)
    for (const StoredRun& run : result->runs) results[run.id] = run.verdict + run.digest;
  std::filesystem::remove_all(folder);
  return results;
}

/// They are threads of one process.
TEST(SweepTask, RunsPointsForAnAcceleratorTogether) {
  const auto threads = results_with("threads"), warps = results_with("gpu-emulated");
  EXPECT_EQ(threads.size(), 4);
  EXPECT_EQ(warps, threads);
}

TEST(SweepTask, RefusesPointsThatAnAcceleratorDoesNotHave) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "sweep-refused";
  const auto checked = check_sweep(small_sweep(folder, "gpu-emulated", "store_and_forward"));
  ASSERT_FALSE(checked);
  EXPECT_THAT(to_text(checked.problems()),
              testing::HasSubstr("gpu-emulated does not have store-and-forward"));
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
