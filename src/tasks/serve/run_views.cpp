#include "tasks/serve/run_views.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/problem.hpp"
#include "report/page/html_page.hpp"
#include "results/cell.hpp"
#include "results/cell_json.hpp"
#include "store/stored_run.hpp"
#include "tasks/results/report_task.hpp"
#include "tasks/results/results_task.hpp"
#include "tasks/results/run_page.hpp"
#include "tasks/serve/run_columns.hpp"

namespace ebb::inline tasks {
namespace {

/// A mean over more seeds is compared by its first ones.
constexpr std::size_t most_seeds = 200;

Problem unknown_run(const std::string& id) {
  return {id.empty() ? "id" : id, "is no run of this page",
          "it may be gone since the list was read: read the list again"};
}

const ServedRun* find_in(const std::vector<ServedRun>& runs, const std::string& id) {
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const ServedRun& r) { return r.id == id; });
  return found == runs.end() ? nullptr : &*found;
}

/// The run as its source has it now.
Result<StoredRun> whole_run(const Snapshot& snapshot, const std::string& id) {
  const ServedRun* known = find_in(snapshot.each, id);
  if (!known) return unknown_run(id);
  auto run = read_run_of(snapshot.sources[known->source], id);
  if (!run) return run.problems();
  if (!*run) return unknown_run(id);
  return std::move(**run);
}

/// The run with the other seeds of its mean.
Problems add_seeds(const Snapshot& snapshot, const std::string& id, std::vector<StoredRun>& runs) {
  const ServedRun* mean = find_in(snapshot.together, id);
  const std::vector<std::string> members = mean ? mean->members : std::vector{id};
  for (const std::string& member : members) {
    if (runs.size() >= 2 * most_seeds) break;
    auto run = whole_run(snapshot, member);
    if (!run) return run.problems();
    runs.push_back(std::move(*run));
  }
  return {};
}

PageJson figures_json(const Snapshot& snapshot, const ServedRun& run) {
  auto figures = PageJson::array();
  for (const std::string& name : snapshot.figures) {
    const auto column = RunColumn::find(snapshot, name, "figure");
    if (!column || !column->is_figure()) continue;
    const Cell value = column->value(run);
    const auto half = column->half_width(run);
    if (value.value().index() != 0)
      figures.push_back({name, json_value(value), half ? PageJson(*half) : PageJson()});
  }
  return figures;
}

}  // namespace

Result<PageJson> run_view(const Snapshot& snapshot, const std::string& id) {
  const ServedRun *mean = find_in(snapshot.together, id), *one = find_in(snapshot.each, id);
  const ServedRun* known = mean ? mean : one;
  if (!known) return unknown_run(id);
  const auto run = whole_run(snapshot, id);
  if (!run) return run.problems();
  PageJson json{{"id", id},
                {"file", known->file},
                {"source", snapshot.sources[known->source].path},
                {"verdict", known->verdict},
                {"why", known->why},
                {"version", run->version},
                {"digest", run->digest},
                {"machine", run->machine},
                {"finished_utc", run->finished_utc},
                {"wall_s", known->wall_s},
                {"seeds", known->members},
                {"settings", PageJson::array()},
                {"figures", figures_json(snapshot, *known)},
                {"summary", run->summary},
                {"config", run->config}};
  for (const auto& [name, value] : known->settings)
    json["settings"].push_back({snapshot.words.text(name), snapshot.words.text(value)});
  return json;
}

Result<Table> comparison_view(const Snapshot& snapshot, const std::string& a, const std::string& b) {
  if (a == b) return Problem{a, "is both runs of the comparison", "choose two runs"};
  std::vector<StoredRun> runs;
  for (const std::string& id : {a, b})
    if (Problems problems = add_seeds(snapshot, id, runs); !problems.empty()) return problems;
  return compare_runs(runs, {a, b}, Seeds::together);
}

Result<std::string> run_page_of(const Snapshot& snapshot, const std::string& id) {
  const ServedRun* known = find_in(snapshot.each, id);
  if (!known) return unknown_run(id);
  const ServedSource& source = snapshot.sources[known->source];
  if (source.kind == ServedSource::Kind::run_folder) {
    const auto document = make_report({source.path});
    if (!document) return document.problems();
    return html_page(*document);
  }
  const auto run = whole_run(snapshot, id);
  if (!run) return run.problems();
  return html_page(run_page(*run));
}

}  // namespace ebb::inline tasks
