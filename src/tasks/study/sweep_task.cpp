#include "tasks/study/sweep_task.hpp"

#include <map>

#include "experiment/run/program.hpp"
#include "report/page/origin.hpp"
#include "report/page/study_documents.hpp"
#include "results/named_figure.hpp"
#include "store/store.hpp"
#include "study/sweep/read_sweep.hpp"
#include "study/sweep/sweep_config.hpp"
#include "study/sweep/sweep_plan.hpp"
#include "tasks/run/page_origin.hpp"
#include "tasks/study/sweep_points.hpp"

namespace ebb::inline tasks {
namespace {

using Parameters = std::map<std::string, std::vector<NamedFigure>>;  ///< by the id of the run

SweepContents contents_of(const SweepConfig& config, const SweepPlan& plan) {
  SweepContents contents{plan.points.size(), plan.searches.size(), plan.left_out, plan.duplicates,
                         config.notes};
  contents.notes.insert(contents.notes.end(), plan.notes.begin(), plan.notes.end());
  return contents;
}

/// Stored runs that are not (or no longer) in the file, or are from another build, stay in the store.
SweepStock stock_of(const std::vector<StoredRun>& stored, const Parameters& ours, const Problems& damaged) {
  SweepStock stock;
  stock.damaged = damaged;
  for (const StoredRun& run : stored) {
    const bool is_ours = ours.contains(run.id), is_this_build = run.version == program_version();
    if (is_ours) stock.runs.push_back(without_bulk(run));
    if (run.kind != "run") continue;
    if (!is_this_build) stock.versions.insert(run.version), ++(is_ours ? stock.taken : stock.of_other_builds);
    stock.others += is_this_build && !is_ours;
  }
  return stock;
}

/// The points of this sweep, with its varied parameters. An earlier study may have stored a point with other
/// varied parameters; the missing ones are added to the stored run.
Result<std::vector<StoredRun>> of_this_sweep(Store& store, const Parameters& ours) {
  Damage told_before;
  auto stored = store.read(true, told_before);
  if (!stored) return stored.problems();
  std::vector<StoredRun> found;
  for (StoredRun& run : *stored) {
    const auto labels = ours.find(run.id);
    if (labels == ours.end()) continue;
    if (add_missing(run.parameters, labels->second))
      if (Problems problems = store.put(run); !problems.empty()) return problems;
    run.parameters = labels->second;
    found.push_back(std::move(run));
  }
  return found;
}

/// What the store holds goes to the hook, which may stop the sweep.
Problems open_sweep(SweepRunner& runner, const Store& store, const SweepHooks& hooks) {
  if (Problems problems = runner.look_into_store(); !problems.empty()) return problems;
  if (!hooks.opened) return {};
  Damage damage;
  const auto before = store.read(false, damage);
  return hooks.opened(
      stock_of(before ? *before : std::vector<StoredRun>{}, runner.parameters(), runner.damaged()));
}

}  // namespace

Result<SweepContents> check_sweep(const StudyOptions& options) {
  const auto config = read_sweep(options.file, options.settings);
  if (!config) return config.problems();
  const auto plan = plan_sweep(*config, options.run.memory);
  if (!plan) return plan.problems();
  return contents_of(*config, *plan);
}

Result<SweepResult> run_sweep(const StudyOptions& options, const SweepHooks& hooks) {
  const auto config = read_sweep(options.file, options.settings);
  if (!config) return config.problems();
  auto plan = plan_sweep(*config, options.run.memory);
  if (!plan) return plan.problems();
  if (hooks.planned) hooks.planned(contents_of(*config, *plan));
  auto store = Store::open(options.folder());
  if (!store) return store.problems();
  SweepRunner runner(*config, std::move(*plan), *store, options.run);
  if (Problems problems = open_sweep(runner, *store, hooks); !problems.empty()) return problems;
  NoWatcher nobody;
  SweepResult result{runner.run(hooks.watcher ? *hooks.watcher : nobody), {}, {}};
  if (!result.outcome.problems.empty() || !options.run.wait) return result;
  if (auto runs = of_this_sweep(*store, runner.parameters()))
    result.runs = std::move(*runs);
  else
    result.problems = runs.problems();
  return result;
}

Document sweep_report(const StudyOptions& options, const std::vector<StoredRun>& runs, Seeds seeds) {
  Origin origin = origin_of_command(command_text({"sweep", options.file}, options.settings), {options.file});
  add_runs(runs, origin);
  return sweep_document(options.file, sweep_points(runs, seeds), results_tables(runs, {}, seeds), origin);
}

StoredRun without_bulk(StoredRun run) {
  std::erase_if(run.figures, [](const NamedFigure& f) { return f.name == series_figure; });
  run.summary.clear();
  return run;
}

}  // namespace ebb::inline tasks
