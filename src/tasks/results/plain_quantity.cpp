#include "tasks/results/plain_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline tasks {

std::optional<PlainQuantity> plain_quantity(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell.value());
  if (!text) return std::nullopt;
  if (const auto size = parse_size(*text)) return PlainQuantity{static_cast<double>(size->v), "bytes"};
  if (const auto rate = parse_rate(*text)) return PlainQuantity{static_cast<double>(rate->v), "bits_per_s"};
  if (const auto time = parse_time(*text)) return PlainQuantity{static_cast<double>(time->v), "ps"};
  if (const auto power = parse_power(*text)) return PlainQuantity{power->v, "w"};
  if (const auto energy = parse_energy(*text)) return PlainQuantity{energy->v, "j"};
  return std::nullopt;
}

int compare_cells(const Cell& a, const Cell& b) {
  const auto x = number_in(a), y = number_in(b);
  if (x && y) return *x < *y ? -1 : *x > *y;
  const auto one = plain_quantity(a), other = plain_quantity(b);
  if (one && other && one->unit == other->unit && one->value != other->value)
    return one->value < other->value ? -1 : 1;
  if (a.value().index() != b.value().index()) return a.value().index() < b.value().index() ? -1 : 1;
  const auto *s = std::get_if<std::string>(&a.value()), *t = std::get_if<std::string>(&b.value());
  return s && t ? s->compare(*t) : 0;
}

namespace {

/// The unit of a column whose cells are all quantities of one kind; empty when they are not.
std::string_view unit_of(const Table& table, std::size_t column) {
  std::string_view unit;
  for (const auto& row : table.rows) {
    if (row[column].value().index() == 0) continue;
    const auto quantity = plain_quantity(row[column]);
    if (!quantity || (!unit.empty() && quantity->unit != unit)) return {};
    unit = quantity->unit;
  }
  return unit;
}

}  // namespace

void make_quantities_plain(Table& table, const std::vector<std::string>& keys) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column& column = table.columns[i];
    if (std::find(keys.begin(), keys.end(), column.key) == keys.end()) continue;
    const std::string_view unit = unit_of(table, i);
    if (unit.empty()) continue;
    column.key = column.heading = fmt::format("{}_{}", column.key, unit);
    for (auto& row : table.rows)
      if (const auto quantity = plain_quantity(row[i])) row[i] = quantity->value;
  }
}

}  // namespace ebb::inline tasks
