// For tests: jobs in files, and runs of them on small networks.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/folder_testing.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "traffic/job/job_maker.hpp"
#include "traffic/job/runs_job.hpp"

namespace ebb::inline traffic {

/// Four hosts on one switch, or sixteen on four.
inline constexpr const char* star_of_four =
    "[topology]\nname = 'star'\nhosts = 4\n[routing]\nname = 'shortest_path'\n";
inline constexpr const char* butterfly_of_sixteen =
    "[topology]\nname = 'flattened_butterfly'\nc = 4\nk = 4\nn = 2\n[routing]\nname = 'minimal_adaptive'\n";

class JobFolder {
 public:
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }

  std::string write(const std::string& name, JobMaker job) const {
    TraceWriter writer(path(name), Existing::is_replaced, TraceForm::job);
    const auto totals = job.write(writer);
    EXPECT_TRUE(totals.ok());
    return path(name);
  }

  Result<std::unique_ptr<PreparedRun>> prepared_job(const std::string& trace, const std::string& network,
                                                    const std::vector<std::string>& settings = {},
                                                    ExecutorKind executor = ExecutorKind::threads) const {
    auto input =
        read_run(folder_.write("run.toml", network + "[traffic]\nworkload = {name = 'trace', file = '" +
                                               trace + "', placement = 'spread'}\n[run]\nmost_time = '1s'\n"),
                 settings);
    if (!input) return input.problems();
    input->run.executor = executor;
    return prepare_run(std::move(*input));
  }

  Result<RunResult> run_job(const std::string& trace, const std::string& network,
                            const std::vector<std::string>& settings = {},
                            ExecutorKind executor = ExecutorKind::threads) const {
    auto prepared = prepared_job(trace, network, settings, executor);
    if (!prepared) return prepared.problems();
    return run_or_problems(**prepared);
  }

  /// What the hosts of the job did, after it has been played.
  RankHistory rank_history(const std::string& trace, const std::string& network) const {
    auto prepared = prepared_job(trace, network);
    EXPECT_TRUE(prepared && run_or_problems(**prepared));
    return rank_history_of(*(*prepared)->traffic);
  }

  Picoseconds run_time(const std::string& trace, const std::string& network,
                       const std::vector<std::string>& settings = {}) const {
    const auto result = run_job(trace, network, settings);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : to_text(result.problems()));
    if (!result.ok() || !result->job) return {};
    EXPECT_TRUE(result->job->finished()) << result->job->done << " of " << result->job->operations;
    EXPECT_EQ(name_of(result->statistics.verdict), "finished");
    return result->job->run_time;
  }

 private:
  TestFolder folder_;
};

}  // namespace ebb::inline traffic
