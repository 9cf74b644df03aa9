#include "tasks/serve/run_list.hpp"

#include <algorithm>
#include <array>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "results/cell.hpp"
#include "results/cell_json.hpp"
#include "study/compare/over_seeds.hpp"
#include "tasks/results/plain_quantity.hpp"
#include "tasks/serve/run_columns.hpp"
#include "tasks/serve/run_filter.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::array<std::string_view, 6> usual_figures{"offered.share",
                                                        "accepted.share",
                                                        "latency.packets_with_source_queue.mean_ns",
                                                        "latency.packets_with_source_queue.p99_ns",
                                                        "energy.ideal.of_full_percent",
                                                        "power.total_w"};

std::size_t number_of(const std::string& text, std::size_t otherwise) {
  return parsed_number<std::size_t>(text).value_or(otherwise);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// The names, of those, that the snapshot's settings differ in. The seed is one only where each run is shown.
std::vector<std::string> shown_settings(const Snapshot& snapshot, bool each) {
  std::vector<std::string> names = snapshot.varied;
  if (!each) std::erase(names, std::string(seed_parameter));
  return names;
}

Result<std::vector<RunColumn>> columns_of(const Snapshot& snapshot, const std::vector<std::string>& names,
                                          const std::string& where) {
  std::vector<RunColumn> columns;
  Problems problems;
  for (const std::string& name : names) {
    auto column = RunColumn::find(snapshot, name, where);
    if (column)
      columns.push_back(std::move(*column));
    else
      problems.insert(problems.end(), column.problems().begin(), column.problems().end());
  }
  if (!problems.empty()) return problems;
  return columns;
}

std::vector<std::string> figures_of_list(const Snapshot& snapshot, const RunQuery& query) {
  if (!query.figures.empty()) return query.figures;
  std::vector<std::string> names;
  for (const std::string_view name : usual_figures)
    if (std::find(snapshot.figures.begin(), snapshot.figures.end(), name) != snapshot.figures.end())
      names.emplace_back(name);
  return names;
}

PageJson names_json(const std::vector<RunColumn>& columns) {
  auto names = PageJson::array();
  for (const RunColumn& column : columns) names.push_back(column.name());
  return names;
}

PageJson row_json(const Snapshot& snapshot, const ServedRun& run, const std::vector<RunColumn>& settings,
                  const std::vector<RunColumn>& figures) {
  PageJson json{{"id", run.id},
                {"kind", run.kind},
                {"file", run.file},
                {"source", snapshot.sources[run.source].path},
                {"verdict", run.verdict},
                {"why", run.why},
                {"finished_utc", run.finished_utc},
                {"seeds", run.members.size()},
                {"settings", PageJson::array()},
                {"figures", PageJson::array()}};
  for (const RunColumn& column : settings) json["settings"].push_back(json_value(column.value(run)));
  for (const RunColumn& column : figures) {
    const auto half = column.half_width(run);
    json["figures"].push_back({json_value(column.value(run)), half ? PageJson(*half) : PageJson()});
  }
  return json;
}

}  // namespace

RunQuery RunQuery::of(const HttpRequest& request) {
  return {.filter = request.parameter("filter"),
          .sort = request.parameter("sort"),
          .each = request.parameter("each") == "1",
          .from = number_of(request.parameter("from"), 0),
          .count = std::min(number_of(request.parameter("count"), 100), most_rows),
          .figures = split(request.parameter("figures"))};
}

Result<RunPointers> wanted_runs(const Snapshot& snapshot, const RunQuery& query) {
  const auto filter = RunFilter::read(snapshot, query.filter);
  if (!filter) return filter.problems();
  RunPointers wanted;
  for (const ServedRun& run : query.each ? snapshot.each : snapshot.together)
    if (filter->admits(run)) wanted.push_back(&run);
  if (query.sort.empty() || snapshot.each.empty()) return wanted;
  const bool down = query.sort.starts_with('-');
  const auto column = RunColumn::find(snapshot, query.sort.substr(down ? 1 : 0), "sort");
  if (!column) return column.problems();
  std::vector<std::pair<Cell, const ServedRun*>> keyed;  // a value is looked up once, not per comparison
  for (const ServedRun* run : wanted) keyed.emplace_back(column->value(*run), run);
  std::stable_sort(keyed.begin(), keyed.end(), [down](const auto& a, const auto& b) {
    const bool unknown_a = a.first.value().index() == 0, unknown_b = b.first.value().index() == 0;
    if (unknown_a || unknown_b) return !unknown_a && unknown_b;  // last, either way
    const int order = compare_cells(a.first, b.first);
    return down ? order > 0 : order < 0;
  });
  for (std::size_t i = 0; i < keyed.size(); ++i) wanted[i] = keyed[i].second;
  return wanted;
}

Result<PageJson> run_list_json(const Snapshot& snapshot, const RunQuery& query) {
  const auto wanted = wanted_runs(snapshot, query);
  if (!wanted) return wanted.problems();
  const auto settings = columns_of(snapshot, shown_settings(snapshot, query.each), "settings"),
             figures = columns_of(snapshot, figures_of_list(snapshot, query), "figures");
  if (!settings) return settings.problems();
  if (!figures) return figures.problems();
  PageJson json{{"total", (query.each ? snapshot.each : snapshot.together).size()},
                {"wanted", wanted->size()},
                {"from", query.from},
                {"varied", names_json(*settings)},
                {"figures", names_json(*figures)},
                {"runs", PageJson::array()}};
  for (std::size_t i = query.from; i < wanted->size() && i - query.from < query.count; ++i)
    json["runs"].push_back(row_json(snapshot, *(*wanted)[i], *settings, *figures));
  return json;
}

PageJson run_names_json(const Snapshot& snapshot) {
  return {{"varied", snapshot.varied}, {"figures", snapshot.figures}};
}

}  // namespace ebb::inline tasks
