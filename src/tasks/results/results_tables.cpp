#include "tasks/results/results_tables.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>

#include "base/fields.hpp"
#include "config/toml_file.hpp"
#include "experiment/run/run_title.hpp"
#include "results/cell.hpp"
#include "study/compare/over_seeds.hpp"
#include "study/sweep/canonical_value.hpp"
#include "tasks/results/plain_quantity.hpp"
#include "tasks/results/power_notes.hpp"
#include "tasks/results/stored_cells.hpp"

namespace ebb::inline tasks {
namespace {

/// The half width of a figure's mean over seeds, for the column beside it.
Column half_width_column(const Column& of) {
  return {std::string(half_width_of) + of.key, "+/- 95 %", of.unit, Align::right, of.decimals};
}

bool any_has(const std::vector<StoredRun>& runs, std::string_view figure) {
  return std::any_of(runs.begin(), runs.end(),
                     [&](const auto& r) { return figure_named(r.figures, figure).value().index() != 0; });
}

bool is_of_power(std::string_view figure) { return figure.starts_with("power."); }

/// The default columns: load, latency, and watts and money where there is a plan; with intervals where there
/// are several seeds.
std::vector<Column> usual_columns(const std::vector<StoredRun>& runs) {
  static const std::vector<Column> all{
      {"offered.share", "offered", "", Align::right, 4},
      {"accepted.share", "accepted", "", Align::right, 4},
      {"latency.packets_with_source_queue.mean_ns", "packet latency", "ns", Align::right, 1},
      {"latency.packets_with_source_queue.p99_ns", "p99", "ns", Align::right, 1},
      {"power.total_w", "network", "W", Align::right, 1},
      {"power.kwh_per_year", "a year", "kWh", Align::right, 0},
      {"power.usd_per_year", "a year", "$", Align::right, 0},
      {"power.saved_usd_per_year", "saved a year", "$", Align::right, 0}};
  std::vector<Column> columns;
  for (const Column& column : all) {
    if (is_of_power(column.key) && !any_has(runs, column.key)) continue;
    columns.push_back(column);
    const Column half_width = half_width_column(column);
    const bool has_interval = column.key.starts_with("latency.") || is_of_power(column.key);
    if (has_interval && any_has(runs, half_width.key)) columns.push_back(half_width);
  }
  return columns;
}

void add_columns(Table& table, const std::vector<std::string>& names) {
  for (const std::string& name : names) table.columns.push_back({name, name, "", Align::left});
}

/// Adds the version of ebb, where runs differ in it.
void add_version(Table& table, const std::vector<StoredRun>& runs) {
  if (std::any_of(runs.begin(), runs.end(), [&](const auto& r) { return r.version != runs[0].version; }))
    table.columns.push_back({"version", "ebb"});
}

/// Adds a row for each run, in the columns of the table; ids are abbreviated.
void add_rows(Table& table, const std::vector<StoredRun>& runs) {
  const std::size_t length = id_length(runs);
  for (const StoredRun& run : runs) {
    std::vector<Cell> row;
    for (const Column& column : table.columns) row.push_back(value_named(run, column.key));
    row[0] = run.id.substr(0, length);
    table.add(std::move(row));
  }
}

/// Places the half width of a mean beside it, whichever run has it first.
void put_half_widths_beside(std::vector<std::string>& names) {
  std::vector<std::string> sorted;
  const std::set<std::string> all(names.begin(), names.end());
  for (const std::string& name : names) {
    const bool is_width = name.starts_with(half_width_of);
    if (is_width && all.contains(name.substr(half_width_of.size()))) continue;
    sorted.push_back(name);
    if (const std::string width = std::string(half_width_of) + name; !is_width && all.contains(width))
      sorted.push_back(width);
  }
  names = std::move(sorted);
}

/// Adds the meaning of the verdicts in the table.
void add_verdict_notes(Table& table, const std::vector<StoredRun>& runs) {
  constexpr std::pair<std::string_view, std::string_view> meanings[] = {
      {"steady", "steady, and measured as precisely as run.precision asks"},
      {"saturated", "more is offered than the network carries, so its latency grows with the run"},
      {"undecided", "run.most_time ended before it was shown to be steady or saturated"},
      {"finished", "the workload ended by itself"},
      {"failed", "no result: `ebb results list --failed` shows the reason"}};
  std::string text;
  for (const auto& [word, meaning] : meanings)
    if (std::any_of(runs.begin(), runs.end(), [&](const auto& r) { return r.verdict.starts_with(word); }))
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", word, meaning);
  if (!text.empty()) table.notes.push_back(std::move(text));
}

/// Runs and searches, each sorted. Runs that differ only in their seed are combined, unless `seeds` is each.
std::pair<std::vector<StoredRun>, std::vector<StoredRun>> sorted_results(const std::vector<StoredRun>& runs,
                                                                         Seeds seeds) {
  std::vector<StoredRun> points, searches;
  for (const StoredRun& run : runs) (run.kind == "run" ? points : searches).push_back(run);
  if (seeds == Seeds::together) points = over_seeds(points);
  complete_parameters(points);
  sort_runs(points), sort_runs(searches);
  return {std::move(points), std::move(searches)};
}

}  // namespace

std::vector<std::string> names_in(const std::vector<StoredRun>& runs,
                                  std::vector<NamedFigure> StoredRun::*list) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const StoredRun& run : runs)
    for (const NamedFigure& f : run.*list)
      if (f.name != series_figure && seen.insert(f.name).second) names.push_back(f.name);
  return names;
}

void complete_parameters(std::vector<StoredRun>& runs) {
  const auto names = names_in(runs, &StoredRun::parameters);
  for (StoredRun& run : runs) {
    if (run.kind != "run" || run.parameters.size() == names.size()) continue;
    const auto document = parse_toml(run.config, run.id);
    if (!document) continue;
    for (const std::string& name : names) {
      if (name == seed_parameter && is_mean(run)) continue;  // its configuration is that of the first seed
      const Cell value = canonical_cell(*document, name);
      if (value.value().index() != 0 && figure_named(run.parameters, name).value().index() == 0)
        run.parameters.push_back({name, value});
    }
  }
}

void sort_runs(std::vector<StoredRun>& runs) {
  const auto names = names_in(runs, &StoredRun::parameters);
  std::stable_sort(runs.begin(), runs.end(), [&](const StoredRun& a, const StoredRun& b) {
    if (a.file != b.file) return a.file < b.file;
    for (const std::string& name : names)
      if (const int c = compare_cells(figure_named(a.parameters, name), figure_named(b.parameters, name));
          c != 0)
        return c < 0;
    return std::tie(a.finished_utc, a.id) < std::tie(b.finished_utc, b.id);
  });
}

Table runs_table(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures) {
  Table table;
  table.columns.push_back({"id", "id"});
  const auto parameters = names_in(runs, &StoredRun::parameters);
  add_columns(table, parameters);
  if (any_has(runs, seeds_figure)) table.columns.push_back({std::string(seeds_figure), "seeds"});
  table.columns.push_back({"verdict", "verdict"});
  if (figures.empty()) {
    const auto usual = usual_columns(runs);
    table.columns.insert(table.columns.end(), usual.begin(), usual.end());
  }
  for (const std::string& name : figures) {
    table.columns.push_back({name, name, "", Align::left});
    const Column half_width = half_width_column(table.columns.back());
    if (any_has(runs, half_width.key)) table.columns.push_back(half_width);
  }
  if (figures.empty()) table.columns.push_back({"wall_s", "took", "s", Align::right, 2});
  add_version(table, runs);
  add_rows(table, runs);
  add_verdict_notes(table, runs);
  if (figures.empty() || std::any_of(figures.begin(), figures.end(), is_of_power))
    for (std::string& note : power_notes(runs)) table.notes.push_back(std::move(note));
  if (any_has(runs, seeds_figure))
    table.notes.push_back("+/-: half of the 95 % confidence interval of the mean over the seeds");
  return table;
}

Table saturation_table(const std::vector<StoredRun>& searches) {
  Table table{.title = "saturation", .columns = {{"id", "id"}}, .rows = {}};
  add_columns(table, names_in(searches, &StoredRun::parameters));
  for (const Column& c :
       {Column{"verdict", "limit"}, Column{"saturation.steady_load", "steady up to", "", Align::right, 4},
        Column{"saturation.saturated_load", "not from", "", Align::right, 4},
        Column{"saturation.verdict", "verdict there"},
        Column{"saturation.accepted_share", "accepted there", "", Align::right, 4},
        Column{"saturation.runs", "runs"}})
    table.columns.push_back(c);
  add_version(table, searches);
  add_rows(table, searches);
  return table;
}

Table export_table(const std::vector<StoredRun>& runs) {
  Table table;
  std::vector<std::string> names;
  for (const StoredColumn& c : stored_columns)
    if (c.name != "config" && c.name != "summary") names.emplace_back(c.name);
  for (const auto list : {&StoredRun::parameters, &StoredRun::figures})
    for (const std::string& name : names_in(runs, list)) names.push_back(name);
  std::set<std::string> seen;
  std::erase_if(names, [&](const std::string& name) { return !seen.insert(name).second; });
  put_half_widths_beside(names);
  for (const std::string& name : names) table.columns.push_back({name, name, "", Align::left});
  for (const StoredRun& run : runs) {
    std::vector<Cell> row;
    for (const std::string& name : names) row.push_back(value_named(run, name));
    table.add(std::move(row));
  }
  make_quantities_plain(table, names_in(runs, &StoredRun::parameters));
  return table;
}

std::vector<Table> results_tables(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures,
                                  Seeds seeds) {
  const auto [points, searches] = sorted_results(runs, seeds);
  std::vector<Table> tables;
  if (!points.empty() || searches.empty()) tables.push_back(runs_table(points, figures));
  if (!searches.empty()) tables.push_back(saturation_table(searches));
  return tables;
}

std::string render_results(const std::vector<StoredRun>& runs, const std::vector<std::string>& figures,
                           Format format, Seeds seeds) {
  if (format == Format::text || format == Format::markdown) {
    std::string text;
    for (const Table& table : results_tables(runs, figures, seeds))
      text += (text.empty() ? "" : "\n") + render(table, format);
    return text;
  }
  const auto [points, searches] = sorted_results(runs, seeds);
  if (format == Format::csv)
    return to_csv(!figures.empty() ? runs_table(points, figures)
                  : points.empty() ? export_table(searches)
                                   : export_table(points));
  const Table list = runs_table(points, figures);
  return json_text({{"runs", json_rows(list)},
                    {"saturation", json_rows(saturation_table(searches))},
                    {"notes", list.notes}});
}

}  // namespace ebb::inline tasks
