#include "study/record/run_record.hpp"

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>

#include "base/problem.hpp"
#include "config/write_toml.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/memory_watch.hpp"
#include "experiment/run/program.hpp"
#include "experiment/run/run_title.hpp"
#include "report/document/render.hpp"
#include "report/document/series_json.hpp"
#include "results/named_figure.hpp"
#include "store/claims.hpp"
#include "study/sweep/point_id.hpp"

namespace ebb::inline study {

StoredRun record_of(const RunTitle& title, const RunResult& result, const Node& document,
                    const std::vector<FileContent>& contents) {
  StoredRun run;
  run.id = point_id(document, contents);
  run.file = title.file;
  run.config = stored_config(document, contents);
  run.version = program_version();
  run.digest = fmt::format("{:016x}", result.digest);
  run.verdict = name_of(result.statistics.verdict);
  run.why = result.statistics.why;
  if (!result.failure.empty()) run.verdict = failed_verdict, run.why = to_text(result.failure);
  run.summary = render_run(title, result, Format::text);
  run.finished_utc = utc_now();
  run.machine = machine_name();
  run.seed = title.seed;
  run.figures = run_figures(title, result);
  std::erase_if(run.figures, [](const NamedFigure& f) {  // these are stored in fields of their own
    return std::any_of(stored_columns.begin(), stored_columns.end(),
                       [&](const auto& c) { return c.name == f.name; });
  });
  run.figures.push_back({std::string(series_figure), time_series_json(result).dump()});
  return run;
}

Result<StoredRun> run_to_record(const std::string& path, const Node& root, std::uint64_t memory) {
  auto input = read_run(Configuration::of(path, root));
  if (!input) return input.problems();
  const Node document = input->document, file = input->file;
  const std::vector<FileContent> contents = input->contents;
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  std::atomic<bool> stop{false};
  const MemoryWatch watch(std::min(memory, memory_of_machine()), stop);
  const auto result = run_experiment(**prepared, {.progress = {}, .stop = &stop});
  if (!result) return result.problems();
  if (result->partial && result->failure.empty())
    return Problem{path, watch.why(), "or give the sweep fewer --jobs or more --memory"};
  return record_of(title_of(path, **prepared, file), *result, document, contents);
}

}  // namespace ebb::inline study
