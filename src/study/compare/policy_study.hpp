// A comparison of policies on a store: it runs what is missing, with the sweep runner, and combines the
// results. A study that was stopped resumes where it was.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/policy/policy_columns.hpp"
#include "report/policy/policy_report.hpp"
#include "store/store.hpp"
#include "store/stored_run.hpp"
#include "study/compare/compare_policies.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace ebb::inline study {

class PolicyStudy {
 public:
  /// Checks the whole configuration before the first run, and opens the store.
  static Result<std::unique_ptr<PolicyStudy>> plan(CompareConfig config, const std::string& folder,
                                                   const SweepOptions& options);

  const CompareConfig& config() const { return config_; }

  /// Finds how long each network is measured, then runs every policy. Stops at Ctrl-C.
  SweepOutcome run(SweepWatcher& watcher);

  /// Adds a run that has just ended. run() reads all others from the store.
  void add(const StoredRun& run) { runs_[run.id] = run; }

  /// The finished runs of this study, by network, then by policy.
  std::vector<StoredRun> runs() const;

  /// The comparison of the runs that are finished.
  std::vector<ComparedNetwork> networks(const JudgedBy& judged_by) const;
  Problems unknown(const JudgedBy& judged_by) const;

 private:
  PolicyStudy(CompareConfig config, Store store, const SweepOptions& options)
      : config_(std::move(config)), store_(std::move(store)), options_(options) {
    sweep_.path = config_.path;
  }
  SweepOutcome run_plan(ComparePlan plan, std::vector<CaseIds>& ids, SweepWatcher& watcher);
  Problems read_store();

  CompareConfig config_;
  Store store_;
  const SweepOptions options_;
  SweepConfig sweep_;  ///< only the path of the file, for the runner
  ComparePlan lengths_;
  std::vector<CaseIds> ids_;
  RunsById runs_;
};

}  // namespace ebb::inline study
