#include "tasks/study/frontier_task.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/folder_testing.hpp"
#include "experiment/fit/run_fit.hpp"
#include "study/compare/compare_testing.hpp"
#include "study/frontier/frontier_testing.hpp"

namespace ebb::inline tasks {
namespace {

/// A whole contest: no policy is below the channel that knows its gaps, and that one delays nobody.
TEST(FrontierTask, RunsAndResumes) {
  const TestFolder folder;
  FrontierOptions options;
  options.file = folder.write("f.toml", small_contest()), options.store = (folder.path / "store").string();
  options.run = {.jobs = 2, .memory = memory_of_machine()}, options.quick = true;
  SilentWatcher watcher;
  const auto done = run_frontier(options, {.planned = {}, .watcher = &watcher});
  ASSERT_TRUE(done) << to_text(done.problems());
  EXPECT_EQ(watcher.runs, 1 + 6 + 1 + 2 * 5u);  // a length, the training; a length, the judgement
  const auto networks = done->report->study().networks({});
  const std::vector<PolicyPoint>& points = networks.at(0).comparison.points;
  const auto bound =
      std::find_if(points.begin(), points.end(), [](const PolicyPoint& p) { return p.is_bound; });
  ASSERT_NE(bound, points.end());
  EXPECT_LT(std::abs(bound->mean_increase_ps.value_or(1e9)), 1e5);
  EXPECT_FALSE(bound->best);
  for (const PolicyPoint& p : points) {
    if (p.seeds == 0 || p.is_bound) continue;
    EXPECT_TRUE(p.policy.starts_with("halve") || *p.of_full[0] >= *bound->of_full[0]) << p.policy;
    EXPECT_EQ(p.seeds, 2u);
  }
  const auto again = run_frontier(options, {.planned = {}, .watcher = &watcher});
  ASSERT_TRUE(again);
  EXPECT_EQ(watcher.runs, 18u);
}

}  // namespace
}  // namespace ebb::inline tasks
