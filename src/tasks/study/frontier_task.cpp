#include "tasks/study/frontier_task.hpp"

#include "base/problem.hpp"
#include "config/data_files.hpp"
#include "report/policy/policy_columns.hpp"
#include "study/compare/compare_config.hpp"
#include "study/frontier/frontier.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace ebb::inline tasks {
namespace {

/// The store also has what the other half of the contest ran.
SweepOutcome together(const SweepOutcome& first, SweepOutcome second) {
  second.total += first.total, second.done += first.done, second.done_before += first.done_before;
  second.done_by_others += first.done_by_others, second.failed += first.failed;
  second.left_to_others += first.left_to_others;
  return second;
}

Result<ComparedPolicies> run_one(const CompareOptions& options, CompareConfig config,
                                 const CompareHooks& hooks) {
  auto report = PolicyReport::plan(options, std::move(config));
  if (!report) return report.problems();
  if (hooks.planned)
    if (Problems problems = hooks.planned(**report); !problems.empty()) return problems;
  NoWatcher nobody;
  const SweepOutcome outcome = (*report)->study().run(hooks.watcher ? *hooks.watcher : nobody);
  return ComparedPolicies{std::move(*report), outcome};
}

}  // namespace

std::string shipped_contest() { return data_file("examples/frontier.toml"); }

Result<ComparedPolicies> run_frontier(const FrontierOptions& options, const CompareHooks& hooks) {
  auto frontier = read_frontier(options.file, options.settings, options.quick);
  if (!frontier) return frontier.problems();
  CompareOptions compare;
  static_cast<StudyOptions&>(compare) = options;
  compare.command = {"frontier"};
  if (options.quick) compare.command.emplace_back("--quick");
  auto trained = run_one(compare, frontier->training, hooks);
  if (!trained || trained->outcome.interrupted || !trained->outcome.problems.empty()) return trained;
  auto judged = run_one(compare, judged_by_others(*frontier, trained->report->study().networks({})), hooks);
  if (judged) judged->outcome = together(trained->outcome, judged->outcome);
  return judged;
}

}  // namespace ebb::inline tasks
