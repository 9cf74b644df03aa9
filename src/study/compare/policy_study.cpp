#include "study/compare/policy_study.hpp"

#include "results/policy_comparison.hpp"
#include "study/process/awaited_signals.hpp"

namespace ebb::inline study {
namespace {

/// Combines the outcomes of the two plans.
SweepOutcome together(const SweepOutcome& first, SweepOutcome second) {
  second.total += first.total, second.done += first.done, second.done_before += first.done_before;
  second.done_by_others += first.done_by_others, second.failed += first.failed;
  second.left_to_others += first.left_to_others;
  return second;
}

}  // namespace

Result<std::unique_ptr<PolicyStudy>> PolicyStudy::plan(CompareConfig config, const std::string& folder,
                                                       const SweepOptions& options) {
  auto lengths = plan_lengths(config, options.memory);
  if (!lengths) return lengths.problems();
  auto store = Store::open(folder);
  if (!store) return store.problems();
  std::unique_ptr<PolicyStudy> study(new PolicyStudy(std::move(config), std::move(*store), options));
  study->lengths_ = std::move(*lengths);
  return study;
}

SweepOutcome PolicyStudy::run(SweepWatcher& watcher) {
  const AwaitedSignals between;  // a signal that arrives between the two plans reaches the second
  std::vector<CaseIds> lengths;
  const SweepOutcome first = run_plan(std::move(lengths_), lengths, watcher);
  if (first.interrupted || !first.problems.empty()) return first;
  auto plan = plan_policies(config_, lengths, runs_, options_.memory);
  if (!plan) {
    SweepOutcome outcome = first;
    outcome.problems = plan.problems();
    return outcome;
  }
  return together(first, run_plan(std::move(*plan), ids_, watcher));
}

SweepOutcome PolicyStudy::run_plan(ComparePlan plan, std::vector<CaseIds>& ids, SweepWatcher& watcher) {
  SweepOptions options = options_;
  options.wait = true;  // a result that another process computes is waited for
  ids = plan.ids;
  SweepRunner runner(sweep_, std::move(plan.sweep), store_, options);
  SweepOutcome outcome;
  outcome.problems = runner.look_into_store();
  if (!outcome.problems.empty()) return outcome;
  for (CaseIds& of_case : ids)
    for (std::vector<std::string>& of_policy : of_case)
      for (std::string& id : of_policy) id = runner.stored_id(id);
  outcome.problems = read_store();
  if (!outcome.problems.empty()) return outcome;
  outcome = runner.run(watcher);
  if (Problems problems = read_store(); outcome.problems.empty()) outcome.problems = std::move(problems);
  return outcome;
}

Problems PolicyStudy::read_store() {
  Damage told_before;
  auto stored = store_.read(true, told_before);
  if (!stored) return stored.problems();
  for (StoredRun& run : *stored) runs_[run.id] = std::move(run);
  return {};
}

std::vector<StoredRun> PolicyStudy::runs() const {
  std::vector<StoredRun> found;
  for (const CaseIds& policies : ids_)
    for (const auto& seeds : policies)
      for (const std::string& id : seeds)
        if (const auto run = runs_.find(id); run != runs_.end()) found.push_back(run->second);
  return found;
}

std::vector<ComparedNetwork> PolicyStudy::networks(const JudgedBy& judged_by) const {
  std::vector<ComparedNetwork> networks;
  for (std::size_t i = 0; i < config_.cases.size(); ++i)
    networks.push_back(
        {config_.cases[i].parameters,
         put_together(config_.cases[i], i < ids_.size() ? ids_[i] : CaseIds{}, runs_, judged_by)});
  return networks;
}

Problems PolicyStudy::unknown(const JudgedBy& judged_by) const {
  std::vector<PolicyComparison> comparisons;
  for (ComparedNetwork& network : networks(judged_by)) comparisons.push_back(std::move(network.comparison));
  return unknown_names(judged_by, comparisons, runs_);
}

}  // namespace ebb::inline study
