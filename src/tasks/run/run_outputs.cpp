#include "tasks/run/run_outputs.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "config/write_toml.hpp"
#include "experiment/run/memory_limit.hpp"
#include "experiment/run/program.hpp"
#include "power/control/rate_levels.hpp"
#include "report/document/render.hpp"
#include "report/document/series_json.hpp"
#include "report/page/html_page.hpp"
#include "report/page/report_source.hpp"
#include "report/page/run_document.hpp"
#include "report/page/run_source.hpp"
#include "report/run/channels_csv.hpp"
#include "report/run/transport_text.hpp"
#include "results/rank_history.hpp"
#include "results/run_outcome.hpp"
#include "results/run_title.hpp"
#include "store/stored_run.hpp"
#include "study/record/run_record.hpp"
#include "study/record/stored_inputs.hpp"
#include "tasks/results/results_folder.hpp"
#include "tasks/run/carried_files.hpp"
#include "tasks/run/decision_recording.hpp"
#include "traffic/job/runs_job.hpp"

namespace ebb::inline tasks {
namespace {

using Warn = std::function<void(const std::string&)>;

/// Saves one finished run.
class SavedRun {
 public:
  SavedRun(const RunOptions& options, const PreparedRun& prepared, const FinishedRun& run,
           const RunOutputs& outputs, Warn warn)
      : options_(options),
        prepared_(prepared),
        title_(run.title),
        result_(run.result),
        outputs_(outputs),
        warn_(std::move(warn)) {
    if (options.saves_channels())
      series_ = series_text(result_, prepared.network, outputs.reasons.get(), ranks(), program_version());
  }

  Problems write_folder() const {
    if (options_.folder.empty()) return {};
    const std::string channels = channels_csv(prepared_.network, result_.each_channel, rates(),
                                              result_.metered_until - result_.statistics.measured_from);
    return written_or_rescued(options_.folder, files(channels));
  }

  /// A results folder has the run too, so that nothing is lost without the page.
  Problems write_page() const {
    if (options_.report.empty()) return {};
    Problems problems = page_written();
    if (problems.empty()) warn("report: " + options_.report);
    if (problems.empty() || !options_.folder.empty()) return problems;
    return rescued(options_.report, files(""), std::move(problems));
  }

  Problems put_into_store(Store& store, double wall_seconds) const {
    Problems problems = stored(store, wall_seconds);
    if (!problems.empty() && options_.folder.empty())
      problems = rescued(options_.store, files(""), std::move(problems));
    return problems;
  }

 private:
  void warn(const std::string& text) const {
    if (warn_) warn_(text);
  }
  /// Of a job that this process played alone.
  RankHistory ranks() const {
    if (prepared_.exchange && prepared_.exchange->ranks() > 1) return {};
    return rank_history_of(*prepared_.traffic);
  }
  std::vector<BitsPerSecond> rates() const {
    const RateLevels& levels = prepared_.control->levels;
    std::vector<BitsPerSecond> all;
    for (std::size_t i = 0; i < levels.size(); ++i) all.push_back(levels[i]);
    return all;
  }

  /// The resolved configuration and the files that it names, so that `ebb run DIR/config.toml` repeats the
  /// run wherever the folder is.
  ResultFiles files(const std::string& channels) const {
    CarriedFiles carried = carried_files(outputs_.document);
    for (const std::string& path : carried.left)
      warn(path + ": not copied into the results; config.toml names it where it is");
    ResultFiles files{{"config.toml", toml_document(carried.document)},
                      {"summary.json", render_run(title_, result_, Format::json)},
                      {"summary.txt", render_run(title_, result_, Format::text)},
                      {"channels.csv", channels},
                      {"series.csv", time_series_csv(result_)},
                      {"series.json", series_},
                      {"digest.txt", fmt::format("{:016x}\n", result_.digest)}};
    if (result_.flow && !result_.flow->hit.empty())
      files.push_back({"dropped_flows.csv", dropped_flows_csv(prepared_.network, result_.flow->hit)});
    if (result_.transport) files.push_back({"connections.csv", connections_csv(*result_.transport)});
    for (auto& copy : carried.copies) files.push_back(std::move(copy));
    return files;
  }

  Problems page_written() const {
    RunSource source;
    source.name = title_.file, source.summary = run_json(title_, result_);
    source.config = toml_document(outputs_.document);
    if (Problems problems = read_series(series_, "series", source); !problems.empty()) return problems;
    return write_report_file(options_.report, run_document({std::move(source)}));
  }

  /// A run that was stopped is not stored, because its configuration does not describe it. One with a
  /// `failure`, such as a deadlock, is stored.
  Problems stored(Store& store, double wall_seconds) const {
    if (result_.partial && result_.failure.empty()) {
      warn(fmt::format("stopped early: not put into {}", store.folder()));
      return {};
    }
    StoredRun record = record_of(title_, result_, outputs_.document, outputs_.contents);
    record.wall_s = wall_seconds;
    record.cpu_s = result_.work.cpu_seconds;
    record.peak_memory_bytes = static_cast<std::int64_t>(peak_memory());
    if (Problems problems = StoredInputs(store.folder()).keep(outputs_.document); !problems.empty())
      return problems;
    return store.put(record);
  }

  const RunOptions& options_;
  const PreparedRun& prepared_;
  const RunTitle& title_;
  const RunResult& result_;
  const RunOutputs& outputs_;
  const Warn warn_;
  std::string series_;
};

}  // namespace

Problems RunOutputs::open_store(const std::string& folder) {
  if (folder.empty()) return {};
  auto opened = Store::open(folder);
  if (!opened) return opened.problems();
  store.emplace(std::move(*opened));
  return {};
}

Problems RunOutputs::open_decisions(const DecisionOptions& options, const std::string& path,
                                    const PreparedRun& prepared) {
  auto opened = decision_writer(options, path, prepared, file, document);
  if (!opened) return opened.problems();
  decisions = std::move(*opened);
  return {};
}

Problems RunOutputs::save(const RunOptions& options, const PreparedRun& prepared, const FinishedRun& run,
                          double wall_seconds, const Warn& warn) {
  const SavedRun saved(options, prepared, run, *this, warn);
  Problems problems = saved.write_folder();
  const auto add = [&](const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); };
  add(saved.write_page());
  if (decisions) add(decisions->finish(decisions_end(run.result)));
  if (store) add(saved.put_into_store(*store, wall_seconds));
  return problems;
}

}  // namespace ebb::inline tasks
