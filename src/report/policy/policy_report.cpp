#include "report/policy/policy_report.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "report/policy/policy_notes.hpp"
#include "report/run/energy_table.hpp"
#include "results/cell.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline report {
namespace {

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

/// A column and its cells.
struct Entry {
  Column column;
  std::function<Cell(const ComparedNetwork&, const PolicyPoint&)> cell;
};

/// The share of full rate under one table. `of` is the point's list of values or of half widths.
Cell energy_cell(const PolicyComparison& c, const std::string& table,
                 const std::vector<std::optional<double>>& of) {
  for (std::size_t i = 0; i < c.tables.size() && i < of.size(); ++i)
    if (c.tables[i] == table && of[i]) return Cell(*of[i] * 100);
  return {};
}

/// The columns of all networks, in their order.
class Columns {
 public:
  Columns(const std::vector<ComparedNetwork>& networks, const JudgedAxes& axes) : axes_(axes) {
    for (const ComparedNetwork& network : networks) look_at(network);
    using N = ComparedNetwork;
    using P = PolicyPoint;
    for (const std::string& name : parameters_)
      add({name, name}, [=](const N& n, const P&) { return figure_named(n.parameters, name); });
    add({"policy", "policy"}, [](const N&, const P& p) { return Cell(p.policy); });
    if (seeds_)
      add({"seeds", "seeds"}, [](const N&, const P& p) {
        return p.seeds > 0 ? Cell(static_cast<std::int64_t>(p.seeds)) : Cell();
      });
    if (draws_) add(power_columns()[0]);
    for (const std::string& table : tables_) add_energy(table);
    if (jobs_)
      for (const PolicyColumn& c : job_columns()) add(c);
    for (const PolicyColumn& c : latency_columns()) add(c);
    for (const std::string& name : asked_) add_asked(name);
    add({"verdict", "verdict"}, [](const N&, const P& p) { return Cell(p.verdict_text); });
    add({"best", "best"}, [](const N&, const P& p) { return Cell(p.best ? "*" : ""); });
    if (beaten_)
      add({"beaten_by", "certainly beaten by"}, [](const N&, const P& p) { return Cell(p.beaten_by); });
    if (draws_)
      for (std::size_t i = 1; i < power_columns().size(); ++i) add(power_columns()[i]);
    if (latency_bounds_)
      add({"latency_bound", "latency_bound"},
          [](const N&, const P& p) { return Cell(p.latency_bound ? (p.broken() ? "BROKEN" : "kept") : ""); });
  }

  std::vector<Column> headings() const {
    std::vector<Column> all;
    for (const Entry& entry : entries_) all.push_back(entry.column);
    return all;
  }

  std::vector<Cell> row(const ComparedNetwork& network, const PolicyPoint& p) const {
    std::vector<Cell> row;
    for (const Entry& entry : entries_) row.push_back(entry.cell(network, p));
    return row;
  }

 private:
  static void add_new(const std::vector<std::string>& names, std::vector<std::string>& list) {
    for (const std::string& name : names)
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }

  void look_at(const ComparedNetwork& network) {
    const PolicyComparison& c = network.comparison;
    add_new(c.tables, tables_), add_new(c.asked, asked_);
    for (const NamedFigure& p : network.parameters) add_new({p.name}, parameters_);
    seeds_ = seeds_ || c.seeds > 1, jobs_ = jobs_ || is_of_job(c);
    for (const PolicyPoint& p : c.points) {
      draws_ = draws_ || p.draw, latency_bounds_ = latency_bounds_ || p.latency_bound;
      beaten_ = beaten_ || !p.beaten_by.empty();
      for (const auto& width : p.half_width.of_full) spread_ = spread_ || width;
      spread_ = spread_ || p.half_width.mean_increase_ps || p.half_width.total_w;
    }
  }

  template <class Make>
  void add(Column column, Make cell) {
    entries_.push_back({std::move(column), std::move(cell)});
  }

  void add(const PolicyColumn& c) {
    add(c.column, [value = c.value](const ComparedNetwork&, const PolicyPoint& p) { return cell(value(p)); });
    if (spread_ && c.half_width)
      add(spread_column(c.column),
          [half = c.half_width](const ComparedNetwork&, const PolicyPoint& p) { return cell(half(p)); });
  }

  void add_energy(const std::string& table) {
    Column column = energy_column(table);
    column.wide = draws_ && column.key != axes_.x && column.key != axes_.y;
    add(column, [=](const ComparedNetwork& n, const PolicyPoint& p) {
      return energy_cell(n.comparison, table, p.of_full);
    });
    if (!spread_) return;
    Column spread = spread_column(column);
    spread.wide = column.wide;
    add(spread, [=](const ComparedNetwork& n, const PolicyPoint& p) {
      return energy_cell(n.comparison, table, p.half_width.of_full);
    });
  }

  void add_asked(const std::string& name) {
    const Column column{name, name, "", Align::right};
    const auto at = [name](const PolicyComparison& c, const std::vector<std::optional<double>>& of) {
      for (std::size_t i = 0; i < c.asked.size() && i < of.size(); ++i)
        if (c.asked[i] == name) return cell(of[i]);
      return Cell();
    };
    add(column, [=](const ComparedNetwork& n, const PolicyPoint& p) { return at(n.comparison, p.asked); });
    if (spread_)
      add(spread_column(column), [=](const ComparedNetwork& n, const PolicyPoint& p) {
        return at(n.comparison, p.half_width.asked);
      });
  }

  const JudgedAxes axes_;
  std::vector<Entry> entries_;
  std::vector<std::string> parameters_, tables_, asked_;
  bool draws_ = false, latency_bounds_ = false, spread_ = false, seeds_ = false, beaten_ = false,
       jobs_ = false;
};

}  // namespace

std::optional<double> policy_value(const PolicyComparison& c, const PolicyPoint& p, std::string_view key) {
  for (const auto* list : {&latency_columns(), &job_columns(), &power_columns()})
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
  for (const auto* list : {&latency_columns(), &job_columns(), &power_columns()})
    for (const PolicyColumn& column : *list)
      if (column.column.key == key) return true;
  return key.starts_with("energy_") && key.ends_with("_percent");
}

std::vector<std::string> policy_column_keys(const PolicyComparison& c) {
  std::vector<std::string> keys;
  for (const std::string& table : c.tables) keys.push_back(energy_column(table).key);
  for (const auto* list : {&latency_columns(), &job_columns(), &power_columns()})
    for (const PolicyColumn& column : *list) keys.push_back(column.column.key);
  return keys;
}

Table policy_table(const std::vector<ComparedNetwork>& networks, const std::string& title,
                   const JudgedAxes& axes) {
  const Columns columns(networks, axes);
  Table table{.title = title, .columns = columns.headings(), .rows = {}};
  for (const ComparedNetwork& network : networks)
    for (const PolicyPoint& p : network.comparison.points) table.add(columns.row(network, p));
  table.notes = policy_notes(networks, axes);
  return table;
}

namespace {

/// For each row the power of its network at full rate, under the table of the measured chip as cabled. It
/// converts a share to watts and cost.
nlohmann::ordered_json full_rate_json(const std::vector<ComparedNetwork>& networks) {
  nlohmann::ordered_json watts = nlohmann::ordered_json::array();
  for (const ComparedNetwork& network : networks) {
    const PolicyComparison& c = network.comparison;
    nlohmann::ordered_json full;
    for (std::size_t i = 0; i < c.tables.size() && i < c.full_watts.size(); ++i)
      if (c.tables[i] == cabled_table && c.full_watts[i]) full = *c.full_watts[i];
    for (std::size_t i = 0; i < c.points.size(); ++i) watts.push_back(full);
  }
  return {{"table", cabled_table}, {"watts_of_rows", std::move(watts)}};
}

}  // namespace

nlohmann::ordered_json policies_json(const std::vector<ComparedNetwork>& networks, const std::string& title,
                                     const JudgedAxes& axes) {
  nlohmann::ordered_json json = table_json(policy_table(networks, title, axes));
  JudgedAxes judged = axes;
  for (const ComparedNetwork& network : networks) judged = axes_of(network.comparison, judged);
  json["judged_by"] = {{"x", judged.x}, {"y", judged.y}};
  json["full_rate"] = full_rate_json(networks);
  return json;
}

Table narrow_policies(Table table) {
  std::vector<std::size_t> left;
  std::size_t verdict = table.columns.size();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!table.columns[c].wide) left.push_back(c);
    if (table.columns[c].key == "verdict") verdict = c;
  }
  if (left.size() == table.columns.size()) return table;
  Table narrow{.title = table.title, .columns = {}, .rows = {}, .notes = table.notes};
  for (const std::size_t c : left) narrow.columns.push_back(table.columns[c]);
  for (const auto& row : table.rows) {
    // A computed row has an energy only, under a table that is not shown.
    if (verdict < row.size() && row[verdict].value() == Cell("computed").value()) continue;
    std::vector<Cell> cells;
    for (const std::size_t c : left) cells.push_back(row[c]);
    narrow.add(std::move(cells));
  }
  if (std::none_of(narrow.columns.begin(), narrow.columns.end(),
                   [](const Column& c) { return c.key.starts_with("energy_"); }))
    std::erase_if(narrow.notes, [](const std::string& note) { return note.ends_with(share_note); });
  narrow.notes.push_back(
      "--wide shows the energy under other power tables too, and what ideal channels would use");
  return narrow;
}

}  // namespace ebb::inline report
