#include "report/policy_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/fields.hpp"
#include "report/draw_text.hpp"
#include "report/policy_columns.hpp"

namespace ebb::inline report {
namespace {

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

/// Of one that does not keep up, no latency means anything.
std::string broken_text(const PolicyPoint& p) {
  const std::string bound =
      fmt::format("{}: its promise is broken: {} latency may grow by {:.2f} us", p.policy, p.promise->of,
                  static_cast<double>(p.promise->bound.v) / 1e6);
  if (!p.no_latency.empty() || !p.promise->increase_ps) return bound + ", and it does not even keep up";
  return bound + fmt::format(" and grew by {:.2f} us", *p.promise->increase_ps / 1e6);
}

std::string best_names(const PolicyComparison& comparison) {
  std::string names;
  for (const PolicyPoint& p : comparison.points)
    if (p.best) names += (names.empty() ? "" : ", ") + p.policy;
  return names;
}

bool lacks_energy(const PolicyPoint& p) {
  return std::any_of(p.of_full.begin(), p.of_full.end(), [](const auto& share) { return !share; });
}

/// "traffic.load 0.3, topology mesh: " before a note of one of several networks.
std::string whose(const ComparedNetwork& network) {
  std::string text;
  for (const NamedFigure& p : network.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", p.name, cell_text(p.value, {}));
  return text.empty() ? "" : text + ": ";
}

/// What the watts rest on is the same for all policies.
std::vector<std::string> draw_notes(const PolicyComparison& c) {
  for (const PolicyPoint& p : c.points) {
    if (!p.draw) continue;
    std::vector<std::string> notes{
        fmt::format("watts, energy and money of the whole network by [plan], at ${:g} per kWh; money counts "
                    "each kWh {:g} times, for cooling "
                    "and distribution (PUE)",
                    p.draw->usd_per_kwh, p.draw->pue)};
    if (!p.draw->missing.empty()) notes.push_back(missing_text(p.draw->missing));
    return notes;
  }
  return {};
}

std::vector<std::string> notes_on_points(const PolicyComparison& c) {
  std::vector<std::string> notes;
  for (const PolicyPoint& p : c.points)
    if (!p.no_latency.empty()) notes.push_back(fmt::format("no latency of {}: {}", p.policy, p.no_latency));
  for (const PolicyPoint& p : c.points)
    if (p.no_latency.empty() && !p.keeps_up())
      notes.push_back(fmt::format(
          "{}: the traffic ended, but took {:.1f} times as long as at full rate; it does not keep up",
          p.policy, 1 / *p.carried_of_full));
  for (const PolicyPoint& p : c.points)
    if (p.broken()) notes.push_back(broken_text(p));
  return notes;
}

std::string best_note(const PolicyComparison& c, const JudgedAxes& axes) {
  return fmt::format(
      "* best: nothing that carries {:.0f} % of the load has both less {} and less {}: {}",
      100 * keeps_up_from,
      axes.y.empty() ? fmt::format("energy ({})", c.tables.empty() ? "" : c.tables[0]) : axes.y,
      axes.x.empty() ? "mean latency" : axes.x, best_names(c));
}

void add_notes(const ComparedNetwork& network, const JudgedAxes& axes, Table& table) {
  const PolicyComparison& c = network.comparison;
  std::vector<std::string> notes{
      fmt::format(
          "energy in percent of always full rate; latency of packets, source queue included, over that "
          "of always full rate: mean {:.2f} us, p99 (interpolated) {:.2f} us",
          c.mean_ps / 1e6, c.p99_ps / 1e6),
      fmt::format("energy and latency of the same time, from {:.0f} to {:.0f} us",
                  static_cast<double>(c.measured_from.v) / 1e6,
                  static_cast<double>(c.measured_until.v) / 1e6)};
  if (c.seeds > 1)
    notes.push_back(
        fmt::format("means over {} seeds; what a latency grew by is compared seed by seed; +/- is half of "
                    "the 95 % interval",
                    c.seeds));
  for (std::string& note : draw_notes(c)) notes.push_back(std::move(note));
  if (!c.device.empty()) notes.push_back("rates and times: " + c.device);
  if (std::any_of(c.points.begin(), c.points.end(), lacks_energy))
    notes.push_back(
        "no energy: the device does not say what a state draws that was used; computed points have one where "
        "power is proportional to the rate");
  for (std::string& note : notes_on_points(c)) notes.push_back(std::move(note));
  if (!c.tables.empty() || !axes.y.empty()) notes.push_back(best_note(c, axes));
  for (const std::string& note : notes) table.notes.push_back(whose(network) + note);
}

/// The columns of all networks, and where the values come from.
class Columns {
 public:
  explicit Columns(const std::vector<ComparedNetwork>& networks) {
    for (const ComparedNetwork& network : networks) {
      const PolicyComparison& c = network.comparison;
      add_new(c.tables, tables_), add_new(c.asked, asked_);
      for (const NamedFigure& p : network.parameters) add_new({p.name}, parameters_);
      for (const PolicyPoint& p : c.points) {
        draws_ = draws_ || p.draw, promises_ = promises_ || p.promise;
        for (const auto& width : p.half_width.of_full) spread_ = spread_ || width;
        spread_ = spread_ || p.half_width.mean_increase_ps;
      }
    }
  }

  std::vector<Column> headings() const {
    std::vector<Column> all;
    for (const std::string& name : parameters_) all.push_back({name, name});
    all.push_back({"policy", "policy"});
    for (const std::string& table : tables_) add(energy_column(table), true, all);
    for (const PolicyColumn& c : latency_columns()) add(c.column, c.half_width != nullptr, all);
    for (const std::string& name : asked_) all.push_back({name, name, "", Align::right});
    all.push_back({"verdict", "verdict"}), all.push_back({"best", "best"});
    if (draws_)
      for (const PolicyColumn& c : draw_columns()) all.push_back(c.column);
    if (promises_) all.push_back({"promise", "promise"});
    return all;
  }

  std::vector<Cell> row(const ComparedNetwork& network, const PolicyPoint& p) const {
    std::vector<Cell> row;
    for (const std::string& name : parameters_) row.push_back(figure_named(network.parameters, name));
    row.push_back(p.policy);
    for (const std::string& table : tables_) add_energy(network.comparison, p, table, row);
    for (const PolicyColumn& c : latency_columns()) {
      row.push_back(cell(c.value(p)));
      if (spread_ && c.half_width) row.push_back(cell(c.half_width(p)));
    }
    for (const std::string& name : asked_) row.push_back(cell(policy_value(network.comparison, p, name)));
    row.push_back(p.verdict_text), row.push_back(std::string_view(p.best ? "*" : ""));
    if (draws_)
      for (const PolicyColumn& c : draw_columns()) row.push_back(cell(c.value(p)));
    if (promises_) row.push_back(p.promise ? (p.broken() ? "BROKEN" : "kept") : "");
    return row;
  }

 private:
  static void add_new(const std::vector<std::string>& names, std::vector<std::string>& list) {
    for (const std::string& name : names)
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }

  void add(const Column& column, bool has_spread, std::vector<Column>& all) const {
    all.push_back(column);
    if (spread_ && has_spread) all.push_back(spread_column(column));
  }

  void add_energy(const PolicyComparison& c, const PolicyPoint& p, const std::string& table,
                  std::vector<Cell>& row) const {
    std::optional<double> share, width;
    for (std::size_t i = 0; i < c.tables.size(); ++i) {
      if (c.tables[i] != table) continue;
      share = p.of_full[i];
      if (i < p.half_width.of_full.size()) width = p.half_width.of_full[i];
    }
    row.push_back(share ? Cell(*share * 100) : Cell());
    if (spread_) row.push_back(width ? Cell(*width * 100) : Cell());
  }

  std::vector<std::string> parameters_, tables_, asked_;
  bool draws_ = false, promises_ = false, spread_ = false;
};

}  // namespace

std::optional<double> policy_value(const PolicyComparison& c, const PolicyPoint& p, std::string_view key) {
  for (const auto* list : {&latency_columns(), &draw_columns()})
    for (const PolicyColumn& column : *list)
      if (column.column.key == key) return column.value(p);
  for (std::size_t i = 0; i < c.tables.size(); ++i)
    if (energy_column(c.tables[i]).key == key)
      return p.of_full[i] ? std::optional(*p.of_full[i] * 100) : std::nullopt;
  for (std::size_t i = 0; i < c.asked.size(); ++i)
    if (c.asked[i] == key && i < p.asked.size()) return p.asked[i];
  return std::nullopt;
}

bool is_policy_column(std::string_view key) {
  for (const auto* list : {&latency_columns(), &draw_columns()})
    for (const PolicyColumn& column : *list)
      if (column.column.key == key) return true;
  return key.starts_with("energy_") && key.ends_with("_percent");
}

std::vector<std::string> policy_column_keys(const PolicyComparison& c) {
  std::vector<std::string> keys;
  for (const std::string& table : c.tables) keys.push_back(energy_column(table).key);
  for (const auto* list : {&latency_columns(), &draw_columns()})
    for (const PolicyColumn& column : *list) keys.push_back(column.column.key);
  return keys;
}

Table policy_table(const std::vector<ComparedNetwork>& networks, const std::string& title,
                   const JudgedAxes& axes) {
  const Columns columns(networks);
  Table table{.title = title, .columns = columns.headings(), .rows = {}};
  for (const ComparedNetwork& network : networks)
    for (const PolicyPoint& p : network.comparison.points) table.add(columns.row(network, p));
  for (const ComparedNetwork& network : networks)
    if (!network.comparison.points.empty()) add_notes(network, axes, table);
  return table;
}

}  // namespace ebb::inline report
