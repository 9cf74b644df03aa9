// A comparison of policies on a store: runs what is not there yet, by the runner of sweeps, and puts together
// what is. Stopped at any moment, the same study goes on where it was.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "report/policy/policy_report.hpp"
#include "study/compare/compare_policies.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace ebb::inline study {

class PolicyStudy {
 public:
  /// Checks everything that can be before the first run, and opens the store.
  static Result<std::unique_ptr<PolicyStudy>> plan(CompareConfig config, const std::string& folder,
                                                   const SweepOptions& options);

  const CompareConfig& config() const { return config_; }

  /// First how long each network is measured, then every policy; until Ctrl-C.
  SweepOutcome run(SweepWatcher& watcher);

  /// A run that has just ended. run() reads all others from the store.
  void add(const StoredRun& run) { runs_[run.id] = run; }

  /// Those of this study that are done: network by network, policy by policy.
  std::vector<StoredRun> runs() const;

  /// As far as they have been run.
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
  SweepConfig sweep_;  ///< for the runner: only where the file is
  ComparePlan lengths_;
  std::vector<CaseIds> ids_;
  RunsById runs_;
};

}  // namespace ebb::inline study
