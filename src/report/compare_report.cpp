#include "report/compare_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/ensure.hpp"
#include "report/draw_text.hpp"
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

namespace {

std::optional<double> gbps_of(const PlanResult& plan) {
  return plan.bisection ? std::optional(plan.bisection->bits_per_second * 1e-9) : std::nullopt;
}

bool same_hosts(const std::vector<PlanResult>& plans) {
  return std::all_of(plans.begin(), plans.end(),
                     [&](const PlanResult& p) { return p.parts.hosts == plans[0].parts.hosts; });
}

bool same_bisection(const std::vector<PlanResult>& plans) {
  const auto first = gbps_of(plans[0]);
  return std::all_of(plans.begin(), plans.end(),
                     [&](const PlanResult& p) { return first && gbps_of(p) == first; });
}

/// The savings of each plan against the first, column by column.
class Savings {
 public:
  using Measure = std::optional<double> (*)(const PlanResult&);

  Savings(const std::vector<PlanResult>& plans, Table& table) : plans_(plans), table_(table) {
    for (std::size_t i = 1; i < plans.size(); ++i) table.rows.push_back({plans[i].name});
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
  const std::vector<PlanResult>& plans_;
  Table& table_;
};

std::optional<double> watts(const PlanResult& p) { return p.power.total().v; }
std::optional<double> usd(const PlanResult& p) { return p.money.usd; }
std::optional<double> watts_per_host(const PlanResult& p) {
  return p.power.total().v / static_cast<double>(p.parts.hosts);
}
std::optional<double> usd_per_host(const PlanResult& p) {
  return p.money.usd / static_cast<double>(p.parts.hosts);
}
std::optional<double> watts_per_gbps(const PlanResult& p) {
  const auto gbps = gbps_of(p);
  return gbps && *gbps > 0 ? std::optional(p.power.total().v / *gbps) : std::nullopt;
}

/// What a plan takes for granted; nothing where it cannot be told.
struct Assumption {
  const char *what, *unit;
  Savings::Measure of;
};
constexpr Assumption assumptions[] = {
    {"load", "", [](const PlanResult& p) { return std::optional(p.load); }},
    {"service life", " years", [](const PlanResult& p) { return std::optional(p.money.years); }},
    {"PUE", "",
     [](const PlanResult& p) {
       const PlanMoney& m = p.money;
       return m.network_kwh > 0 ? std::optional(m.facility_kwh / m.network_kwh) : std::nullopt;
     }},
    {"electricity", " $ per kWh", [](const PlanResult& p) {
       const PlanMoney& m = p.money;
       return m.facility_kwh > 0 ? std::optional(m.usd / m.facility_kwh) : std::nullopt;
     }}};

/// "service life 4 / 5 years, PUE 1.6 / 1.2": those that are not the same for all plans.
std::string assumptions_that_differ(const std::vector<PlanResult>& plans) {
  std::string text;
  for (const Assumption& assumption : assumptions) {
    std::string values;
    bool differ = false;
    const auto first = assumption.of(plans[0]);
    for (const PlanResult& plan : plans) {
      const auto value = assumption.of(plan);
      differ = differ || (first && value && std::abs(*value - *first) > 1e-9 * std::abs(*first));
      values += (values.empty() ? "" : " / ") + (value ? fmt::format("{:.6g}", *value) : "-");
    }
    if (differ)
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", assumption.what, values, assumption.unit);
  }
  return text;
}

void add_assumptions(const std::vector<PlanResult>& plans, Table& table) {
  if (const std::string differing = assumptions_that_differ(plans); !differing.empty())
    table.notes.push_back(
        "these plans assume different things, so not every difference is a saving of the "
        "network: " +
        differing);
  for (const PlanResult& plan : plans)
    if (!plan.missing.empty()) table.notes.push_back(plan.name + ": " + missing_text(plan.missing));
}

}  // namespace

Table savings_table(const std::vector<PlanResult>& plans) {
  Table table{.title = fmt::format("savings against {}", plans[0].name),
              .columns = {{.key = "plan", .heading = "plan"}},
              .rows = {}};
  Savings savings(plans, table);
  if (same_hosts(plans)) {
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
  if (!same_bisection(plans)) {
    savings.add_percent("saving_w_per_gbps_percent", "power per Gb/s of bisection", watts_per_gbps);
    table.notes.push_back(
        "they have different bisection bandwidths, or one is not known: a network that carries less draws "
        "less, so power per Gb/s of bisection is compared too");
  }
  add_assumptions(plans, table);
  return table;
}

std::string render_comparison(const std::vector<PlanResult>& plans, Format format) {
  if (format == Format::csv) return to_csv(comparison_table(plans, RowNames::keys));
  if (format == Format::json) {
    nlohmann::ordered_json json;
    json["plans"] = nlohmann::ordered_json::array();
    for (const PlanResult& p : plans) json["plans"].push_back(plan_json(p));
    json["comparison"] = json_rows(comparison_table(plans, RowNames::keys));
    const Table savings = savings_table(plans);
    json["savings"] = json_rows(savings);
    json["notes"] = savings.notes;
    return json_text(json);
  }
  const std::string comparison = render(comparison_table(plans, RowNames::words), format);
  return plans.size() < 2 ? comparison : comparison + "\n" + render(savings_table(plans), format);
}

}  // namespace ebb::inline report
