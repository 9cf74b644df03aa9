#include "report/compare_report.hpp"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/ensure.hpp"
#include "report/plan_report.hpp"

namespace ebb::inline report {
namespace {

/// Plans have the same figures except for optional sections; a missing one is an empty cell.
Cell figure_value(const std::vector<Figure>& figures, const std::string& key) {
  for (const Figure& f : figures)
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
  const bool whole_numbers = first.value().index() == 2 && other.value().index() == 2;
  Change change;
  change.difference =
      whole_numbers ? Cell(std::get<std::int64_t>(other.value()) - std::get<std::int64_t>(first.value()))
                    : Cell(b - a, other.decimals());
  if (a != 0) change.percent = Cell(100 * (b - a) / a, 1);
  return change;
}

/// The figures of all plans, in the order of the first plan that has them.
std::vector<Figure> all_figures(const std::vector<std::vector<Figure>>& plans) {
  std::vector<Figure> all;
  for (const auto& figures : plans)
    for (const Figure& f : figures) {
      bool known = false;
      for (const Figure& k : all) known = known || k.key == f.key;
      if (!known) all.push_back(f);
    }
  return all;
}

}  // namespace

Table comparison_table(const std::vector<PlanResult>& plans, RowNames names) {
  ENSURE(!plans.empty());
  Table table{.title = "",
              .columns = {{.key = "figure", .heading = "what"}, {.key = "unit", .heading = "unit"}},
              .rows = {}};
  std::vector<std::vector<Figure>> figures;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string& name = plans[i].name;
    figures.push_back(plan_figures(plans[i]));
    table.columns.push_back({.key = name, .heading = name, .align = Align::right});
    if (i == 0) continue;
    table.columns.push_back({.key = name + "_difference", .heading = "difference", .align = Align::right});
    table.columns.push_back({.key = name + "_difference_percent", .heading = "in %", .align = Align::right});
  }
  for (const Figure& f : all_figures(figures)) {
    const Cell first = figure_value(figures[0], f.key);
    std::vector<Cell> row = {names == RowNames::keys ? f.key : f.what, f.unit, first};
    for (std::size_t i = 1; i < plans.size(); ++i) {
      const Cell value = figure_value(figures[i], f.key);
      const Change change = change_from(first, value);
      row.insert(row.end(), {value, change.difference, change.percent});
    }
    table.add(std::move(row));
  }
  return table;
}

Table savings_table(const std::vector<PlanResult>& plans) {
  Table table{
      .title = fmt::format("savings against {}", plans[0].name),
      .columns = {{.key = "plan", .heading = "plan"},
                  {.key = "saving_w", .heading = "power", .unit = "W", .decimals = 0},
                  {.key = "saving_percent", .heading = "power", .unit = "%", .decimals = 1},
                  {.key = "saving_w_per_host", .heading = "per host", .unit = "W"},
                  {.key = "saving_usd", .heading = "electricity", .unit = "$", .decimals = 0},
                  {.key = "saving_usd_percent", .heading = "electricity", .unit = "%", .decimals = 1}},
      .rows = {}};
  const auto share = [](double saving, double of) { return of > 0 ? Cell(100 * saving / of) : Cell(); };
  const PlanResult& first = plans[0];
  const double first_watts = first.power.total().v;
  for (std::size_t i = 1; i < plans.size(); ++i) {
    const PlanResult& plan = plans[i];
    const double watts = first_watts - plan.power.total().v, usd = first.money.usd - plan.money.usd;
    const double per_host = first_watts / static_cast<double>(first.parts.hosts) -
                            plan.power.total().v / static_cast<double>(plan.parts.hosts);
    table.add({plan.name, watts, share(watts, first_watts), per_host, usd, share(usd, first.money.usd)});
  }
  return table;
}

std::string render_comparison(const std::vector<PlanResult>& plans, Format format) {
  if (format == Format::csv) return to_csv(comparison_table(plans, RowNames::keys));
  if (format == Format::json) {
    nlohmann::ordered_json json;
    json["plans"] = nlohmann::ordered_json::array();
    for (const PlanResult& p : plans) json["plans"].push_back(plan_json(p));
    json["comparison"] = json_rows(comparison_table(plans, RowNames::keys));
    json["savings"] = json_rows(savings_table(plans));
    return json_text(json);
  }
  const std::string comparison = render(comparison_table(plans, RowNames::words), format);
  return plans.size() < 2 ? comparison : comparison + "\n" + render(savings_table(plans), format);
}

}  // namespace ebb::inline report
