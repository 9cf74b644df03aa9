#include "report/policy/compare_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/ensure.hpp"
#include "report/document/joined_words.hpp"
#include "report/plan/plan_summary.hpp"
#include "report/plan/sleep_report.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

using PlanFigures = std::vector<PlanFigure>;

/// Plans have the same figures except for optional sections; a missing one is an empty cell.
Cell figure_value(const PlanFigures& figures, const std::string& key) {
  for (const PlanFigure& f : figures)
    if (f.key == key) return f.value;
  return {};
}

bool numeric(const Cell& cell, double& value) {
  if (const auto* i = std::get_if<std::int64_t>(&cell.value())) return value = static_cast<double>(*i), true;
  if (const auto* d = std::get_if<double>(&cell.value())) return value = *d, std::isfinite(*d);
  return false;
}

struct Change {
  Cell difference, percent;
};

Change change_from(const Cell& first, const Cell& other) {
  double a = 0, b = 0;
  if (!numeric(first, a) || !numeric(other, b)) return {};
  const bool counts = first.value().index() == 2 && other.value().index() == 2 && std::abs(b - a) < 9e18;
  Change change;
  change.difference =
      counts ? Cell(std::get<std::int64_t>(other.value()) - std::get<std::int64_t>(first.value()))
             : Cell(b - a, other.decimals());
  if (a != 0) change.percent = Cell(100 * (b - a) / a, 1);
  return change;
}

/// The figures of all plans, in the order of the first plan that has them.
PlanFigures all_figures(const std::vector<PlanFigures>& plans) {
  PlanFigures all;
  for (const PlanFigures& figures : plans)
    for (const PlanFigure& f : figures) {
      bool known = false;
      for (const PlanFigure& k : all) known = known || k.key == f.key;
      if (!known) all.push_back(f);
    }
  return all;
}

/// Adds the price of the parts to the figures. Where no plan has one, only data keeps its row.
void add_prices(const std::vector<PageJson>& plans, std::vector<PlanFigures>& figures, RowNames names) {
  const bool any = std::any_of(plans.begin(), plans.end(), [](const PageJson& p) {
    return price_in(p).has_value() || number_at(p, "price.total_cost_usd");
  });
  if (!any && names == RowNames::words) return;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const auto usd = price_in(plans[i]);
    figures[i].push_back({"price", "capex_usd", "price of the parts", "$", "", usd ? Cell(*usd, 0) : Cell()});
    const auto total = number_at(plans[i], "price.total_cost_usd");
    figures[i].push_back({"price", "total_cost_usd", "parts and electricity over the service life", "$", "",
                          total ? Cell(*total, 0) : Cell()});
  }
}

/// Adds numbers that no device states, beside the figures that lack them.
void add_missing(const std::vector<PageJson>& plans, Table& table) {
  std::vector<Cell> row = {"missing_numbers", ""};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    row.emplace_back(joined_words(texts_at(plans[i], "missing_numbers")));
    if (i > 0) row.insert(row.end(), {Cell(), Cell()});
  }
  table.add(std::move(row));
}

}  // namespace

Table comparison_table(const std::vector<PageJson>& plans, RowNames names) {
  ENSURE(!plans.empty());
  Table table{.title = "",
              .columns = {{.key = "figure", .heading = "what"}, {.key = "unit", .heading = "unit"}},
              .rows = {}};
  std::vector<PlanFigures> figures;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string name = text_at(plans[i], "plan");
    figures.push_back(figures_of_plan(plans[i]));
    table.columns.push_back({.key = name, .heading = name, .align = Align::right});
    if (i == 0) continue;
    table.columns.push_back({.key = name + "_difference", .heading = "difference", .align = Align::right});
    table.columns.push_back({.key = name + "_difference_percent", .heading = "in %", .align = Align::right});
  }
  add_prices(plans, figures, names);
  for (const PlanFigure& f : all_figures(figures)) {
    const Cell first = figure_value(figures[0], f.key);
    std::vector<Cell> row = {names == RowNames::keys ? f.key : f.what, f.unit, first};
    for (std::size_t i = 1; i < plans.size(); ++i) {
      const Cell value = figure_value(figures[i], f.key);
      const Change change = change_from(first, value);
      row.insert(row.end(), {value, change.difference, change.percent});
    }
    table.add(std::move(row));
  }
  if (names == RowNames::keys) add_missing(plans, table);
  return table;
}

std::vector<Table> comparison_tables(const std::vector<PageJson>& plans) {
  std::vector<Table> tables{comparison_table(plans, RowNames::words)};
  if (plans.size() > 1) tables.push_back(savings_table(plans));
  for (const PageJson& plan : plans) {
    const std::string finding = sleep_sentence(member(plan, "sleep"));
    if (finding.empty()) continue;
    Table table = sleep_table(member(plan, "sleep")).value_or(Table{.title = "", .columns = {}, .rows = {}});
    table.title = fmt::format("what sleeping saves in {}: {}", text_at(plan, "plan"), finding);
    tables.push_back(std::move(table));
  }
  return tables;
}

std::string render_comparison(const std::vector<PageJson>& plans, Format format) {
  if (format == Format::csv) return to_csv(comparison_table(plans, RowNames::keys));
  if (format == Format::json) {
    nlohmann::ordered_json json;
    json["plans"] = plans;
    json["comparison"] = json_rows(comparison_table(plans, RowNames::keys));
    const Table savings = savings_table(plans);
    json["savings"] = json_rows(savings);
    json["notes"] = savings.notes;
    return json_text(json);
  }
  std::string text;
  for (const Table& table : comparison_tables(plans))
    text += (text.empty() ? "" : "\n") + render(table, format);
  return text;
}

}  // namespace ebb::inline report
