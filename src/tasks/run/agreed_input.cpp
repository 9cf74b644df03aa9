#include "tasks/run/agreed_input.hpp"

#include <fmt/core.h>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "engine/executor_kind.hpp"
#include "engine/run/run_settings.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/run_ranks.hpp"
#include "report/page/html_page.hpp"
#include "study/sweep/point_id.hpp"
#include "tasks/results/results_folder.hpp"
#include "tasks/run/decision_recording.hpp"
#include "tasks/run/replay_settings.hpp"

namespace ebb::inline tasks {
namespace {

Problems check_outputs(const RunOptions& options) {
  Problems problems;
  if (!options.folder.empty()) problems = check_results_folder(options.folder);
  return problems.empty() ? check_report_file(options.report) : problems;
}

/// A sweep file is a run file with one more section, which a single run ignores with a warning.
Result<RunInput> read_input(const RunOptions& options, const RunObserver& observer) {
  const auto settings = with_replay(options.settings, options.replay, options.file);
  if (!settings) return settings.problems();
  auto file = Configuration::read(options.file, *settings);
  if (!file) return file.problems();
  if (file->root().find("sweep") && observer.warn)
    observer.warn(fmt::format(
        "{0}: its [sweep] is ignored, this is a single run; `ebb sweep {0}` runs all points", options.file));
  return read_run(std::move(*file));
}

/// Only the executor of threads runs on several threads and ranks.
Problems check_executor(const Exchange& exchange, const RunObserver& observer, const RunSettings& run) {
  if (run.executor == ExecutorKind::threads) return {};
  const std::string_view name = name_of(run.executor);
  if (exchange.ranks() > 1)
    return {{"--executor",
             fmt::format("{} runs in one process, but this run has {} ranks", name, exchange.ranks()),
             "leave mpirun out, or take --executor threads"}};
  if (run.threads > 1 && observer.note)
    observer.note(
        fmt::format("--executor {} runs on one thread: run.threads = {} is ignored", name, run.threads));
  return {};
}

}  // namespace

Result<RunInput> agreed_input(const RunOptions& options, Exchange& exchange, const RunObserver& observer) {
  const bool is_first = exchange.rank() == 0;
  Problems problems = first_problems(exchange, is_first ? check_outputs(options) : Problems{});
  if (!problems.empty()) return problems;
  auto input = read_input(options, observer);
  problems = first_problems(exchange, input ? Problems{} : input.problems());
  if (!problems.empty()) return problems;
  if (observer.warn)
    for (const std::string& device : input->energy.left_out) observer.warn(left_out_note(device));
  problems = first_problems(exchange, check_alike(exchange, stored_config(input->document, input->contents)));
  if (!problems.empty()) return problems;
  problems = check_executor(exchange, observer, input->run);
  if (problems.empty()) problems = check_decisions(options.decisions, *input);
  if (problems.empty() && is_first) problems = check_new_file(options.decisions);
  problems = first_problems(exchange, std::move(problems));
  if (!problems.empty()) return problems;
  return input;
}

}  // namespace ebb::inline tasks
