#include "report/compare_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/ensure.hpp"
#include "report/draw_text.hpp"
#include "report/joined_words.hpp"
#include "report/plan_summary.hpp"

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

/// What no device states, beside the figures that lack it.
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

namespace {

std::optional<double> hosts_of(const PageJson& plan) { return number_at(plan, "parts.hosts"); }
std::optional<double> gbps_of(const PageJson& plan) { return number_at(plan, "bisection.bisection_gbps"); }

/// Whether it is known of all, and the same.
bool same(const std::vector<PageJson>& plans, std::optional<double> (*of)(const PageJson&)) {
  const auto first = of(plans[0]);
  return std::all_of(plans.begin(), plans.end(), [&](const PageJson& p) { return first && of(p) == first; });
}

/// The savings of each plan against the first, column by column.
class Savings {
 public:
  using Measure = std::optional<double> (*)(const PageJson&);

  Savings(const std::vector<PageJson>& plans, Table& table) : plans_(plans), table_(table) {
    for (std::size_t i = 1; i < plans.size(); ++i) table.rows.push_back({text_at(plans[i], "plan")});
  }
  void add(Column column, Measure of) {
    table_.columns.push_back(std::move(column));
    for (std::size_t i = 1; i < plans_.size(); ++i) {
      const auto first = of(plans_[0]), other = of(plans_[i]);
      table_.rows[i - 1].emplace_back();
      if (first && other) table_.rows[i - 1].back() = Cell(*first - *other);
    }
  }
  void add_percent(const std::string& key, const std::string& heading, Measure of) {
    table_.columns.push_back({.key = key, .heading = heading, .unit = "%", .decimals = 1});
    for (std::size_t i = 1; i < plans_.size(); ++i) {
      const auto first = of(plans_[0]), other = of(plans_[i]);
      table_.rows[i - 1].emplace_back();
      if (first && other && *first > 0) table_.rows[i - 1].back() = Cell(100 * (*first - *other) / *first);
    }
  }

 private:
  const std::vector<PageJson>& plans_;
  Table& table_;
};

std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
  return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
}

std::optional<double> watts(const PageJson& p) { return number_at(p, "power.total_power_w"); }
std::optional<double> usd(const PageJson& p) { return number_at(p, "service_life.electricity_usd"); }
std::optional<double> site_kwh(const PageJson& p) { return number_at(p, "service_life.site_energy_kwh"); }
std::optional<double> watts_per_host(const PageJson& p) { return ratio(watts(p), hosts_of(p)); }
std::optional<double> usd_per_host(const PageJson& p) { return ratio(usd(p), hosts_of(p)); }
std::optional<double> watts_per_gbps(const PageJson& p) { return ratio(watts(p), gbps_of(p)); }

/// What a plan takes for granted; nothing where it cannot be told.
struct Assumption {
  const char *what, *unit;
  Savings::Measure of;
};
constexpr Assumption assumptions[] = {
    {"load", "", [](const PageJson& p) { return number_at(p, "power.load"); }},
    {"service life", " years",
     [](const PageJson& p) { return number_at(p, "service_life.service_life_years"); }},
    {"PUE", "",
     [](const PageJson& p) { return ratio(site_kwh(p), number_at(p, "service_life.network_energy_kwh")); }},
    {"electricity", " $ per kWh", [](const PageJson& p) { return ratio(usd(p), site_kwh(p)); }}};

/// "service life 4 / 5 years, PUE 1.6 / 1.2": those that are not the same for all plans.
std::string assumptions_that_differ(const std::vector<PageJson>& plans) {
  std::string text;
  for (const Assumption& assumption : assumptions) {
    std::string values;
    bool differ = false;
    const auto first = assumption.of(plans[0]);
    for (const PageJson& plan : plans) {
      const auto value = assumption.of(plan);
      differ = differ || (first && value && std::abs(*value - *first) > 1e-9 * std::abs(*first));
      values += (values.empty() ? "" : " / ") + (value ? fmt::format("{:.6g}", *value) : "-");
    }
    if (differ)
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", assumption.what, values, assumption.unit);
  }
  return text;
}

void add_assumptions(const std::vector<PageJson>& plans, Table& table) {
  if (const std::string differing = assumptions_that_differ(plans); !differing.empty())
    table.notes.push_back(
        "these plans assume different things, so not every difference is a saving of the "
        "network: " +
        differing);
  for (const PageJson& plan : plans)
    if (const auto missing = texts_at(plan, "missing_numbers"); !missing.empty())
      table.notes.push_back(text_at(plan, "plan") + ": " + missing_text(missing));
}

}  // namespace

Table savings_table(const std::vector<PageJson>& plans) {
  Table table{.title = fmt::format("savings against {}", text_at(plans[0], "plan")),
              .columns = {{.key = "plan", .heading = "plan"}},
              .rows = {}};
  Savings savings(plans, table);
  if (same(plans, hosts_of)) {
    savings.add({.key = "saving_w", .heading = "power", .unit = "W", .decimals = 0}, watts);
    savings.add_percent("saving_percent", "power", watts);
    savings.add({.key = "saving_w_per_host", .heading = "per host", .unit = "W"}, watts_per_host);
    savings.add({.key = "saving_usd", .heading = "electricity", .unit = "$", .decimals = 0}, usd);
    savings.add_percent("saving_usd_percent", "electricity", usd);
  } else {
    savings.add({.key = "saving_w_per_host", .heading = "power per host", .unit = "W"}, watts_per_host);
    savings.add_percent("saving_w_per_host_percent", "power per host", watts_per_host);
    savings.add({.key = "saving_usd_per_host", .heading = "electricity per host", .unit = "$"}, usd_per_host);
    savings.add_percent("saving_usd_per_host_percent", "electricity per host", usd_per_host);
    table.notes.push_back(
        "these networks have different numbers of hosts: no total is a saving, so they are compared per "
        "host");
  }
  if (!same(plans, gbps_of)) {
    savings.add_percent("saving_w_per_gbps_percent", "power per Gb/s of bisection", watts_per_gbps);
    table.notes.push_back(
        "they have different bisection bandwidths, or one is not known: a network that carries less draws "
        "less, so power per Gb/s of bisection is compared too");
  }
  add_assumptions(plans, table);
  return table;
}

std::vector<Table> comparison_tables(const std::vector<PageJson>& plans) {
  std::vector<Table> tables{comparison_table(plans, RowNames::words)};
  if (plans.size() > 1) tables.push_back(savings_table(plans));
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
