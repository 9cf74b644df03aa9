#include "report/page/row_table.hpp"

#include <algorithm>

#include "report/document/render.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

bool in_any_row(const PageJson& rows, const std::string& key) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const PageJson& row) { return row.is_object() && row.contains(key); });
}

}  // namespace

Column column_of(const std::string& key) {
  constexpr std::pair<std::string_view, const char*> units[] = {
      {"_bits_per_s", "b/s"}, {"_gbps", "Gb/s"}, {"_percent", "%"}, {"_bytes", "B"}, {"_kwh", "kWh"},
      {"_ns", "ns"},          {"_us", "us"},     {"_ps", "ps"},     {"_w", "W"},     {"_j", "J"}};
  Column column{key, key};
  for (const auto& [ending, unit] : units)
    if (column.unit.empty() && key.ends_with(ending))
      column.heading = key.substr(0, key.size() - ending.size()), column.unit = unit;
  std::replace(column.heading.begin(), column.heading.end(), '_', ' ');
  return column;
}

Table table_of_rows(const std::string& title, const PageJson& rows) {
  std::vector<Column> columns;
  if (rows.is_array() && !rows.empty() && rows[0].is_object())
    for (const auto& [key, value] : rows[0].items()) columns.push_back(column_of(key));
  return table_of_rows(title, rows, columns);
}

Table table_of_rows(const std::string& title, const PageJson& rows, const std::vector<Column>& columns) {
  Table table{.title = title, .columns = {}, .rows = {}};
  if (!rows.is_array()) return table;
  for (const Column& column : columns)
    if (in_any_row(rows, column.key)) table.columns.push_back(column);
  if (table.columns.empty()) return table;
  for (const PageJson& row : rows) {
    std::vector<Cell> cells;
    for (const Column& column : table.columns)
      cells.push_back(row.is_object() && row.contains(column.key) ? json_cell(row[column.key]) : Cell());
    table.add(std::move(cells));
  }
  return table;
}

Table table_of_json(const PageJson& json) {
  std::vector<Column> columns;
  if (const PageJson& named = member(json, "columns"); named.is_array())
    for (const PageJson& c : named) {
      columns.push_back({text_at(c, "key"), text_at(c, "heading"), text_at(c, "unit"),
                         member(c, "right") == true ? Align::right : Align::left,
                         decimals_at(c, "decimals").value_or(Column::four_digits),
                         member(c, "wide") == true});
    }
  const PageJson& rows = member(json, "rows");
  Table table = columns.empty() ? table_of_rows(text_at(json, "title"), rows)
                                : table_of_rows(text_at(json, "title"), rows, columns);
  table.notes = texts_at(json, "notes");
  return table;
}

}  // namespace ebb::inline report
