#include "tasks/live/progress_text.hpp"

#include <gtest/gtest.h>

namespace ebb::inline tasks {
namespace {

SweepJob point(double cost, SweepJob::State state) {
  SweepJob job;
  job.run_cost = cost, job.state = state;
  return job;
}

/// Over 0.1, 0.2, … 0.9, of which `tried` were steady.
SweepJob search(double cost, std::size_t tried) {
  SweepJob job = point(cost, SweepJob::State::running);
  job.search =
      std::make_unique<SaturationSearch>(SaturationSettings{.from = 0.1, .to = 0.9, .precision = 0.1});
  for (std::size_t i = 0; i < tried; ++i)
    job.tried.push_back({"run", {}}), job.search->tell(Steadiness::steady);
  return job;
}

TEST(SweepProgress, CountsPointsAndSaysHowLongTheOthersMayTake) {
  std::vector<SweepJob> jobs;
  jobs.push_back(point(6, SweepJob::State::finished));
  jobs.push_back(point(4, SweepJob::State::running));
  jobs.push_back(point(5, SweepJob::State::waiting));
  EXPECT_EQ(progress_text(progress_of(jobs, 1), 10, 6),
            "1 of 3 points done, 1 running, 10 s passed, about 15 s more");
  EXPECT_EQ(progress_text(progress_of(jobs, 1), 10, 0), "1 of 3 points done, 1 running, 10 s passed")
      << "nothing is known of the speed yet";
}

TEST(SweepProgress, TakesTheRunnersGuessWhereItHasOne) {
  SweepProgress progress;
  progress.points = 3, progress.points_done = 1, progress.running = 2, progress.cost_left = 9;
  progress.seconds_left = 40;
  EXPECT_EQ(progress_text(progress, 10, 1), "1 of 3 points done, 2 running, 10 s passed, about 40 s more");
}

TEST(SweepProgress, CountsTheRunsInsideOfSearches) {
  std::vector<SweepJob> jobs;
  jobs.push_back(search(2, 3));  // 0.5, 0.7 (or 0.8), …: three of at most 4 runs are done
  jobs.push_back(point(6, SweepJob::State::finished));
  EXPECT_EQ(
      progress_text(progress_of(jobs, 1), 9, 12),
      "1 of 1 points and 0 of 1 searches done (4 of about 5 runs), 1 running, 9 s passed, about 2 s more");
  jobs.pop_back();
  EXPECT_EQ(progress_text(progress_of(jobs, 1), 9, 6),
            "0 of 1 searches done (3 of about 4 runs), 1 running, 9 s passed, about 3 s more");
}

TEST(SweepProgress, SaysWhatOthersRunAndWhatFailed) {
  std::vector<SweepJob> jobs;
  jobs.push_back(point(6, SweepJob::State::held));
  jobs.push_back(point(4, SweepJob::State::broken));
  EXPECT_EQ(progress_text(progress_of(jobs, 0), 3, 3),
            "0 of 2 points done, 0 running, 1 run by others, 1 failed, 3 s passed, about 6 s more");
}

TEST(RunProgress, SaysAboutWhereTheEndIsGuessedAndAtMostWhereItIsNot) {
  EXPECT_EQ(time_left_text(10, 1_ms, {}, 100_ms), ", 10 s passed, at most 16 min more");
  EXPECT_EQ(time_left_text(10, 1_ms, 3_ms, 100_ms), ", 10 s passed, about 20 s more");
  EXPECT_EQ(time_left_text(10, 3_ms, 3_ms, 100_ms), ", 10 s passed, about 1 s more");
  EXPECT_EQ(time_left_text(0, 1_ms, {}, 100_ms), "");
}

/// A run at full rate comes first, and its time does not count for the run itself.
TEST(RunProgress, BeginsAgainWhenTheSimulatedTimeDoes) {
  RunProgress progress(100_ms);
  EXPECT_EQ(progress.text(), "0 s simulated, 0 packets, 0.00 M packet-hops per CPU second");
  progress.update({.now = 50_ms, .packets = 10});
  EXPECT_DOUBLE_EQ(progress.share(), 0.5);
  progress.update({.now = 1_ms, .packets = 1, .hops = 3'000'000, .cpu_seconds = 2, .end = 4_ms});
  EXPECT_DOUBLE_EQ(progress.share(), 0.25);
  EXPECT_TRUE(progress.text().starts_with("1 ms simulated, 1 packets, 1.50 M packet-hops"))
      << progress.text();
}

}  // namespace
}  // namespace ebb::inline tasks
