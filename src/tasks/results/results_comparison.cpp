// Stored runs side by side (results_tables.hpp).
#include <algorithm>
#include <optional>

#include "base/fields.hpp"
#include "config/node.hpp"
#include "config/toml_file.hpp"
#include "experiment/run/run_title.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"
#include "statistics/seed_means.hpp"
#include "store/stored_run.hpp"
#include "study/compare/over_seeds.hpp"
#include "tasks/results/power_notes.hpp"
#include "tasks/results/results_tables.hpp"
#include "tasks/results/stored_cells.hpp"

namespace ebb::inline tasks {
namespace {

Cell change_percent(const Cell& from, const Cell& to) {
  const auto x = number_in(from), y = number_in(to);
  if (!x || !y || *x == 0) return {};
  return Cell((*y - *x) / *x * 100, 2);
}

/// Every value of a configuration by its dotted name.
void flatten(const Node& node, const std::string& path, std::vector<NamedFigure>& out) {
  if (node.kind != Node::Kind::table) {
    out.push_back({path, cell_of(node)});
    return;
  }
  for (const auto& [key, child] : node.entries) flatten(child, path.empty() ? key : path + "." + key, out);
}

/// Makes the whole configurations parameters: runs may differ in what no sweep varies.
std::vector<StoredRun> with_configurations(std::vector<StoredRun> runs) {
  for (StoredRun& run : runs) {
    const auto document = parse_toml(run.config, run.id);
    if (!document) continue;
    run.parameters.clear();
    flatten(*document, "", run.parameters);
  }
  return runs;
}

/// The figure of each run of a group; nothing when one of them lacks it.
std::optional<std::vector<double>> values_of(const SeedGroup& group, const std::string& name) {
  std::vector<double> values;
  for (const StoredRun& run : group) {
    const auto value = number_in(figure_named(run.figures, name));
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

/// Adds a row to a comparison of groups, unless the figure is the same in all of them.
void add_difference(Table& table, const std::vector<SeedGroup>& groups, const std::vector<StoredRun>& means,
                    const std::string& name) {
  const auto first = values_of(groups.front(), name);
  if (!first || name == "seed" || is_own_interval(name)) return;
  std::vector<Cell> row{name};
  bool differs = false;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto own = values_of(groups[i], name);
    if (!own) return;
    const auto spread = [&](const SeedMean& of) {
      return has_spread(name) && of.half_width ? Cell(*of.half_width) : Cell();
    };
    row.push_back(value_named(means[i], name)), row.push_back(spread(mean_over_seeds(*own)));
    if (i == 0) continue;
    const SeedMean difference = paired_difference(*own, *first);
    row.push_back(difference.mean), row.push_back(spread(difference));
    differs = differs || *own != *first;
  }
  if (differs) table.add(std::move(row));
}

/// Adds the basis of watts and money, where the comparison has them.
void add_power_notes(Table& table, const std::vector<StoredRun>& runs) {
  const bool draws = std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) {
    const auto* name = std::get_if<std::string>(&row.front().value());
    return name && name->starts_with("power.");
  });
  if (draws)
    for (std::string& note : power_notes(runs)) table.notes.push_back(std::move(note));
}

}  // namespace

Table runs_comparison(const std::vector<StoredRun>& stored) {
  const std::vector<StoredRun> runs = with_configurations(stored);
  Table table{.title = "", .columns = {{"name", ""}}, .rows = {}};
  const std::size_t length = id_length(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string id = runs[i].id.substr(0, length);
    table.columns.push_back({id, id});
    if (i > 0) table.columns.push_back({id + "_change_percent", "change", "%", Align::right, 2});
  }
  std::vector<std::string> names = names_in(runs, &StoredRun::parameters);
  for (const StoredColumn& c : stored_columns)
    if (c.name != "id" && c.name != "why" && c.name != "config" && c.name != "summary")
      names.emplace_back(c.name);
  for (const std::string& name : names_in(runs, &StoredRun::figures)) names.push_back(name);
  std::size_t same = 0;
  for (const std::string& name : names) {
    std::vector<Cell> row{name};
    bool differs = false;
    const Cell first = value_named(runs.front(), name);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const Cell value = value_named(runs[i], name);
      differs = differs || value.value() != first.value();
      row.push_back(value);
      if (i > 0) row.push_back(change_percent(first, value));
    }
    if (differs)
      table.add(std::move(row));
    else
      ++same;
  }
  table.notes.push_back(fmt::format("{} other parameters and figures are the same in all", same));
  add_power_notes(table, runs);
  return table;
}

Table seeds_comparison(const std::vector<SeedGroup>& groups) {
  Table table{.title = "", .columns = {{"name", ""}}, .rows = {}};
  std::vector<StoredRun> means;
  for (const SeedGroup& group : groups) means.push_back(mean_run(group));
  const std::size_t length = id_length(means);
  for (std::size_t i = 0; i < means.size(); ++i) {
    const std::string id = means[i].id.substr(0, length);
    table.columns.push_back({id, id, "", Align::right});
    table.columns.push_back({id + "_half_width", "+/- 95 %", "", Align::right});
    if (i == 0) continue;
    table.columns.push_back({id + "_difference", "difference", "", Align::right});
    table.columns.push_back({id + "_difference_half_width", "+/- 95 %", "", Align::right});
  }
  for (const std::string& name : names_in(means, &StoredRun::parameters)) {
    std::vector<Cell> row{name};
    for (std::size_t i = 0; i < means.size(); ++i) {
      row.push_back(value_named(means[i], name)), row.emplace_back();
      if (i > 0) row.emplace_back(), row.emplace_back();
    }
    table.add(std::move(row));
  }
  for (const std::string& name : names_in(groups.front(), &StoredRun::figures))
    add_difference(table, groups, means, name);
  table.notes.push_back(fmt::format("means over {} seeds; a difference is that of runs with the same seed",
                                    groups.front().size()));
  add_power_notes(table, means);
  return table;
}

}  // namespace ebb::inline tasks
