// A reproduction as text, JSON, CSV and Markdown.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "report/render.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr double exact_integers = 9'007'199'254'740'992.0;  // 2^53

bool is_whole(double value) { return std::abs(value) < exact_integers && value == std::round(value); }

Cell number(double value) { return is_whole(value) ? Cell(static_cast<std::int64_t>(value)) : Cell(value); }

/// Ours with the paper's digits when that is all there is to it, else with two more: the reader sees how far
/// the rounding goes.
Cell shown(const Row& row) {
  if (!row.paper || is_whole(row.ours)) return number(row.ours);
  const int decimals = std::max(row.decimals, 0);
  double scaled = row.ours;
  for (int i = 0; i < decimals; ++i) scaled *= 10;
  return {row.ours, is_whole(scaled) ? decimals : decimals + 2};
}

Cell difference(const Row& row) {
  if (!row.paper) return {};
  if (row.ours == *row.paper) return "0";
  if (*row.paper == 0) return {};
  return fmt::format("{:+.2f} %", (row.ours - *row.paper) / *row.paper * 100);
}

std::string what_with_unit(const Row& row) {
  return row.unit.empty() ? row.what : fmt::format("{} [{}]", row.what, row.unit);
}

/// For people: what / paper / ours / difference / verdict / judged by / note. `note` says how a row's note is
/// shown.
template <class Note>
Table reading_table(const Reproduced& one, Note note) {
  Table table{.title = "",
              .columns = {{.key = "what", .heading = "what"},
                          {.key = "paper", .heading = "paper", .align = Align::right},
                          {.key = "ours", .heading = "ours", .align = Align::right},
                          {.key = "difference", .heading = "difference", .align = Align::right},
                          {.key = "verdict", .heading = "verdict"},
                          {.key = "tolerance", .heading = "judged by"},
                          {.key = "note", .heading = "note"}},
              .rows = {}};
  for (const Row& row : one.rows)
    table.add({what_with_unit(row), row.printed.empty() ? Cell() : Cell(row.printed), shown(row),
               difference(row), name_of(row.verdict), row.tolerance.empty() ? Cell() : Cell(row.tolerance),
               note(row)});
  return table;
}

/// For programs: full precision, null where the paper prints no number.
std::vector<Cell> data_cells(const Row& row) {
  return {row.id,           row.what,
          row.unit,         row.paper ? number(*row.paper) : Cell(),
          number(row.ours), name_of(row.verdict),
          row.tolerance,    row.note};
}

std::vector<Column> data_columns() {
  std::vector<Column> columns;
  for (const char* key : {"id", "what", "unit", "paper", "ours", "verdict", "tolerance", "note"})
    columns.push_back({.key = key, .heading = key});
  return columns;
}

Cell where_and_note(const Row& row) {
  if (row.where.empty() || row.note.empty()) return row.where + row.note;
  return fmt::format("{}: {}", row.where, row.note);
}

/// "38 rows: 36 match, 1 near, 1 differs, 0 shape, 0 ours".
std::string counts(const std::vector<Row>& rows) {
  std::string text = fmt::format("{} rows:", rows.size());
  for (std::size_t i = 0; i < names_of(RowVerdict{}).size(); ++i) {
    const auto same = [&](const Row& r) { return r.verdict == static_cast<RowVerdict>(i); };
    text += fmt::format("{} {} {}", i ? "," : "", std::count_if(rows.begin(), rows.end(), same),
                        names_of(RowVerdict{})[i]);
  }
  return text;
}

constexpr const char* quick_words =
    "quick: a smaller network or a shorter time than the paper's; without --quick it is the paper's own";
/// What the verdicts mean, where they stand.
constexpr const char* verdict_words =
    "match: as judged by; near: within 20 %; differs: beyond; shape: the paper has words, and they hold; "
    "ours: it has none";

}  // namespace

std::string reproduction_text(const Reproduced& one) {
  std::vector<std::string> notes;  // long ones would tear the table apart: they go below it, each once
  Table table = reading_table(one, [&](const Row& row) -> Cell {
    if (row.note.empty()) return "";
    auto found = std::find(notes.begin(), notes.end(), row.note);
    if (found == notes.end()) found = notes.insert(notes.end(), row.note);
    return fmt::format("[{}]", found - notes.begin() + 1);
  });
  table.title = fmt::format("{}: {}\n", one.reproduction->name, one.reproduction->summary);
  for (std::size_t i = 0; i < notes.size(); ++i)
    table.notes.push_back(fmt::format("[{}] {}", i + 1, notes[i]));
  table.notes.push_back(counts(one.rows));
  table.notes.push_back(verdict_words);
  if (one.is_smaller()) table.notes.push_back(quick_words);
  return to_text(table);
}

std::string reproductions_json(std::span<const Reproduced> all, bool as_list) {
  auto documents = nlohmann::ordered_json::array();
  for (const Reproduced& one : all) {
    Table table{.title = "", .columns = data_columns(), .rows = {}};
    for (const Row& row : one.rows) table.add(data_cells(row));
    documents.push_back(
        {{"name", one.reproduction->name}, {"quick", one.is_smaller()}, {"rows", json_rows(table)}});
  }
  ENSURE(as_list || documents.size() == 1);
  return json_text(as_list ? documents : documents[0]);
}

std::string reproductions_csv(std::span<const Reproduced> all) {
  Table table{.title = "", .columns = data_columns(), .rows = {}};
  table.columns.insert(table.columns.begin(), {.key = "name", .heading = "name"});
  for (const Reproduced& one : all)
    for (const Row& row : one.rows) {
      auto cells = data_cells(row);
      cells.insert(cells.begin(), Cell(one.reproduction->name));
      table.add(std::move(cells));
    }
  return to_csv(table);
}

std::string reproductions_markdown(std::span<const Reproduced> all) {
  std::string text;
  for (const Reproduced& one : all) {
    text += fmt::format("## {}\n\n{}. {}.\n\n", one.reproduction->name, one.reproduction->summary,
                        counts(one.rows));
    if (one.is_smaller()) text += fmt::format("{}.\n\n", quick_words);
    text += to_markdown(reading_table(one, where_and_note)) + "\n";
  }
  return text;
}

}  // namespace ebb::inline reproduce
