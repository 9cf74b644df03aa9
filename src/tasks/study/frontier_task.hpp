// The contest of tuned power policies: tries candidates of each policy, then judges the best of each on other
// seeds. A contest that was stopped resumes where it was.
#pragma once

#include "base/result.hpp"
#include "tasks/study/compare_task.hpp"

namespace ebb::inline tasks {

/// What a contest has run so far, and with which files.
struct FrontierOptions : StudyOptions {
  bool quick = false;  ///< with the settings of the file's list frontier.quick
};

/// The file of the contest that ships with ebb.
std::string shipped_contest();

/// Runs both comparisons. `hooks.planned` is called before each, with its own report. The result is that of
/// the second; when the first was stopped or failed, its own.
Result<ComparedPolicies> run_frontier(const FrontierOptions& options, const CompareHooks& hooks);

}  // namespace ebb::inline tasks
