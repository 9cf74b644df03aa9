#include "tasks/results/results_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/spelling.hpp"
#include "results/named_figure.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline tasks {
namespace {

/// There are hundreds of names: suggests a few similar ones, and where to find all.
std::string column_hint(const std::string& typed, const std::vector<std::string>& names) {
  constexpr std::size_t enough = 8;
  std::vector<std::string> close;
  if (const std::string guess = nearest(typed, names); !guess.empty()) close.push_back(guess);
  for (const std::string& name : names)
    if (close.size() < enough && !typed.empty() && name.find(typed) != std::string::npos &&
        std::find(close.begin(), close.end(), name) == close.end())
      close.push_back(name);
  return fmt::format("{}`ebb results show ID --json` lists all names",
                     close.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(close, ", ")));
}

Problems check_columns(const std::vector<StoredRun>& runs, const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const StoredColumn& c : stored_columns) names.emplace_back(c.name);
  for (const auto list : {&StoredRun::parameters, &StoredRun::figures})
    for (const std::string& name : names_in(runs, list)) names.push_back(name);
  Problems problems;
  for (const std::string& column : columns)
    if (std::find(names.begin(), names.end(), column) == names.end())
      problems.push_back(
          {"--column", fmt::format("no stored run has a figure \"{}\"", column), column_hint(column, names)});
  return problems;
}

/// The groups of seeds of the named runs; empty unless each has several seeds, and all have the same ones.
std::vector<SeedGroup> paired_groups(const std::vector<StoredRun>& all, const std::vector<StoredRun>& named) {
  const std::vector<SeedGroup> groups = groups_by_seed(all);
  const auto seeds_in = [](const SeedGroup& group) {
    std::vector<std::int64_t> seeds;
    for (const StoredRun& run : group) seeds.push_back(run.finished() ? run.seed : -1);
    return seeds;
  };
  std::vector<SeedGroup> found;
  for (const StoredRun& run : named)
    for (const SeedGroup& group : groups)
      if (std::any_of(group.begin(), group.end(), [&](const StoredRun& r) { return r.id == run.id; }) &&
          group.size() > 1 && (found.empty() || seeds_in(found[0]) == seeds_in(group)))
        found.push_back(group);
  return found.size() == named.size() ? found : std::vector<SeedGroup>{};
}

/// False when two runs are seeds of one point: these are compared as runs.
bool are_distinct(const std::vector<SeedGroup>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (groups[i].front().id == groups[j].front().id) return false;
  return true;
}

}  // namespace

Result<std::string> list_runs(const std::vector<StoredRun>& runs, const ListOptions& options) {
  if (!options.failed_only) {
    if (Problems problems = check_columns(runs, options.columns); !problems.empty()) return problems;
    return render_results(runs, options.columns, options.format, options.seeds);
  }
  std::vector<StoredRun> failed = runs;
  std::erase_if(failed, [](const StoredRun& run) { return run.finished(); });
  complete_parameters(failed), sort_runs(failed);
  return render(runs_table(failed, {"why"}), options.format);
}

std::string show_run(const StoredRun& run, Format format) {
  if (format == Format::json) return json_text(to_json(run));
  if (format != Format::text) return render(export_table({run}), format);
  std::string text = fmt::format("run       {}\n", run.id);
  for (const NamedFigure& p : run.parameters)
    text += fmt::format("          {} = {}\n", p.name, cell_text(p.value, {}));
  text += fmt::format("stored    {} on {}, by ebb {}; {:.2f} s, {:.2f} s of CPU time, {:.0f} MB of memory\n",
                      run.finished_utc, run.machine, run.version, run.wall_s, run.cpu_s,
                      static_cast<double>(run.peak_memory_bytes) / 1e6);
  return text + (run.kind == "run" ? run.summary : to_text(saturation_table({run})));
}

Result<Table> compare_runs(const std::vector<StoredRun>& runs, const std::vector<std::string>& ids,
                           Seeds seeds) {
  const auto named = find_runs(runs, ids);
  if (!named) return named.problems();
  const auto groups = seeds == Seeds::together ? paired_groups(runs, *named) : std::vector<SeedGroup>{};
  return !groups.empty() && are_distinct(groups) ? seeds_comparison(groups) : runs_comparison(*named);
}

std::string export_runs(std::vector<StoredRun> runs, const ExportOptions& options) {
  std::erase_if(runs, [&](const StoredRun& run) { return (run.kind == "saturation") != options.saturation; });
  if (options.seeds == Seeds::together) runs = over_seeds(runs);
  const bool json = options.format == Format::json;
  if (!json) complete_parameters(runs);
  sort_runs(runs);
  if (!json) return render(export_table(runs), options.format);
  auto all = nlohmann::ordered_json::array();
  for (const StoredRun& run : runs) all.push_back(to_json(run));
  return json_text(all);
}

}  // namespace ebb::inline tasks
