#include "app/run/run_keeping.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "app/command/report_option.hpp"
#include "app/output/carried_files.hpp"
#include "app/output/say.hpp"
#include "config/write_toml.hpp"
#include "experiment/run/program.hpp"
#include "report/document/series_json.hpp"
#include "report/page/report_source.hpp"
#include "report/page/run_document.hpp"
#include "report/run/channels_csv.hpp"
#include "study/record/run_record.hpp"
#include "study/record/stored_inputs.hpp"
#include "tasks/results/results_folder.hpp"

namespace ebb::inline app {
namespace {

/// The resolved configuration and the files that it names, so that `ebb run DIR/config.toml` repeats the run
/// wherever the folder is.
ResultFiles result_files(const Node& document, const Network& network, const RunTitle& title,
                         const RunResult& result, const std::string& channels, const std::string& series) {
  CarriedFiles carried = carried_files(document);
  for (const std::string& path : carried.left)
    say("{}: not copied into the results; config.toml names it where it is\n", path);
  ResultFiles files{{"config.toml", toml_document(carried.document)},
                    {"summary.json", render_run(title, result, Format::json)},
                    {"summary.txt", render_run(title, result, Format::text)},
                    {"channels.csv", channels},
                    {"series.csv", time_series_csv(result)},
                    {"series.json", series},
                    {"digest.txt", fmt::format("{:016x}\n", result.digest)}};
  if (result.flow && !result.flow->hit.empty())
    files.push_back({"dropped_flows.csv", dropped_flows_csv(network, result.flow->hit)});
  for (auto& copy : carried.copies) files.push_back(std::move(copy));
  return files;
}

std::vector<BitsPerSecond> rates_of(const RateLevels& levels) {
  std::vector<BitsPerSecond> rates;
  for (std::size_t i = 0; i < levels.size(); ++i) rates.push_back(levels[i]);
  return rates;
}

/// A run that was stopped is not stored, because its configuration does not describe it. One with a
/// `failure`, such as a deadlock, is stored.
Problems put_into_store(Store& store, const Node& document, const std::vector<FileContent>& contents,
                        const RunTitle& title, const RunResult& result, double wall_seconds) {
  if (result.partial && result.failure.empty()) {
    say("stopped early: not put into {}\n", store.folder());
    return {};
  }
  StoredRun record = record_of(title, result, document, contents);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  record.wall_s = wall_seconds;
  record.cpu_s = result.work.cpu_seconds;
  record.peak_memory_bytes = static_cast<std::int64_t>(used.ru_maxrss) * 1024;
  if (Problems problems = StoredInputs(store.folder()).keep(document); !problems.empty()) return problems;
  return store.put(record);
}

Problems write_run_report(const RunArguments& arguments, const Kept& kept, const RunTitle& title,
                          const RunResult& result, const std::string& series) {
  RunSource source;
  source.name = title.file, source.summary = run_json(title, result);
  source.config = toml_document(kept.document);
  if (Problems problems = read_series(series, "series", source); !problems.empty()) return problems;
  return write_report(arguments.report, run_document({std::move(source)}));
}

}  // namespace

Result<std::optional<Store>> open_store(const std::string& folder) {
  if (folder.empty()) return std::optional<Store>{};
  auto opened = Store::open(folder);
  if (!opened) return opened.problems();
  return std::optional<Store>(std::move(*opened));
}

Problems keep(const RunArguments& arguments, const PreparedRun& prepared, const RunTitle& title,
              const RunResult& result, Kept& kept, double wall_seconds) {
  const bool wants_store = kept.store.has_value();
  Problems problems, unstored;
  const std::string series = arguments.keeps_channels() ? series_text(result, prepared.network,
                                                                      kept.reasons.get(), program_version())
                                                        : "";
  const auto files = [&](const std::string& channels) {
    return result_files(kept.document, prepared.network, title, result, channels, series);
  };
  if (!arguments.folder.empty()) {
    const ResultFiles all =
        files(channels_csv(prepared.network, result.each_channel, rates_of(prepared.control->levels),
                           result.metered_until - result.statistics.measured_from));
    problems = written_or_rescued(arguments.folder, all);
  }
  if (!arguments.report.empty()) {
    Problems unreported = write_run_report(arguments, kept, title, result, series);
    if (arguments.folder.empty()) unreported = rescued(arguments.report, files(""), std::move(unreported));
    for (Problem& p : unreported) problems.push_back(std::move(p));
  }
  if (kept.decisions)
    for (Problem& p : kept.decisions->finish(decisions_end(result))) problems.push_back(std::move(p));
  if (wants_store)
    unstored = put_into_store(*kept.store, kept.document, kept.contents, title, result, wall_seconds);
  // A results folder has the run too.
  if (!unstored.empty() && arguments.folder.empty())
    unstored = rescued(arguments.store, files(""), std::move(unstored));
  problems.insert(problems.end(), unstored.begin(), unstored.end());
  return problems;
}

}  // namespace ebb::inline app
