// Compares power policies: one run under many policies, or a [sweep] of such comparisons. A comparison that
// was stopped resumes where it was.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/document.hpp"
#include "report/document/render.hpp"
#include "report/page/origin.hpp"
#include "study/compare/compare_config.hpp"
#include "study/compare/compare_policies.hpp"
#include "study/compare/policy_study.hpp"
#include "study/sweep/sweep_progress.hpp"
#include "study/sweep/sweep_runner.hpp"
#include "tasks/study/study_options.hpp"

namespace ebb::inline tasks {

struct CompareOptions : StudyOptions {
  std::string replay;         ///< a trace that replaces the file's traffic; may be empty
  std::uint64_t repeats = 0;  ///< seeds of each policy; 0: as the file says
  JudgedBy judged_by;         ///< the figures that policies are judged by
  std::vector<std::string> command{"compare-policies"};  ///< that repeats it, before the file
};

/// A comparison and its results so far.
class PolicyReport {
 public:
  /// Reads and checks everything before the first run, and opens the store.
  static Result<std::unique_ptr<PolicyReport>> plan(CompareOptions options);
  /// The same of a comparison that was read before.
  static Result<std::unique_ptr<PolicyReport>> plan(CompareOptions options, CompareConfig config);

  const CompareConfig& config() const { return study_->config(); }
  PolicyStudy& study() { return *study_; }

  /// True as long as no policy has a result.
  bool empty() const;
  /// The comparison of the finished runs: the rows of policies, and notes. `missing` is one more note.
  nlohmann::ordered_json json(const std::string& missing = "") const;
  /// The same as a page.
  Document document(const std::string& missing = "") const;
  /// The same in a format. JSON and CSV have everything; text and Markdown have only the power of the
  /// network's own devices, unless `wide`.
  std::string render(Format format, bool wide, const std::string& missing = "") const;
  /// Names of CompareOptions::judged_by that no run has.
  Problems unknown() const { return study_->unknown(options_.judged_by); }

 private:
  explicit PolicyReport(CompareOptions options) : options_(std::move(options)) {}
  Origin origin() const;

  CompareOptions options_;  ///< the settings include those of `replay` and `repeats`
  std::unique_ptr<PolicyStudy> study_;
};

struct CompareHooks {
  std::function<Problems(PolicyReport&)> planned;  ///< before the first run; problems stop the comparison
  SweepWatcher* watcher = nullptr;                 ///< progress
};

struct ComparedPolicies {
  std::unique_ptr<PolicyReport> report;
  SweepOutcome outcome;
};

/// Finds how long each network is measured, then runs every policy. Stops at Ctrl-C.
Result<ComparedPolicies> compare_policies(const CompareOptions& options, const CompareHooks& hooks);

}  // namespace ebb::inline tasks
