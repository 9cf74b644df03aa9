#include "reproduce/page/reproduction_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page/row_table.hpp"
#include "results/cell.hpp"

namespace ebb::inline reproduce {
namespace {

std::string quick_words() {
  return fmt::format(
      "quick: {}, for tests; verdicts may differ from those without --quick, which is the paper's own",
      quick_size);
}
/// The meaning of the verdicts.
constexpr const char* verdict_words =
    "match: as judged by; near: within 20 %; differs: beyond, or against the paper's words; shape: the paper "
    "has words or a range, and they hold; slip: the paper contradicts itself, and its own numbers make ours; "
    "not judged are given: an input of ours; fitted: a parameter of "
    "ours "
    "was solved from it; ours: the paper has nothing to judge it by";

bool is_whole(double value) {
  constexpr double exact_integers = 9'007'199'254'740'992.0;  // 2^53
  return std::abs(value) < exact_integers && value == std::round(value);
}

/// Ours with the paper's digits when both are equal, else with two more, which show the rounding.
Cell ours_of(const PageJson& row) {
  const auto ours = number_at(row, "ours");
  if (!ours) return {};
  if (is_whole(*ours)) return Cell(static_cast<std::int64_t>(*ours));
  if (!number_at(row, "paper")) return Cell(*ours);
  const int decimals = static_cast<int>(std::clamp<std::int64_t>(whole_at(row, "decimals"), 0, 9));
  return {*ours, is_whole(*ours * std::pow(10, decimals)) ? decimals : decimals + 2};
}

/// A statement without a number has a verdict all the same. The name of the row contains the statement.
Cell paper_of(const PageJson& row) {
  const std::string printed = text_at(row, "printed");
  if (!printed.empty()) return printed;
  if (!number_at(row, "paper") && text_at(row, "verdict") != "ours") return "words";
  return json_cell(member(row, "paper"));
}

Cell difference(const PageJson& row) {
  const auto ours = number_at(row, "ours"), paper = number_at(row, "paper");
  if (!ours || !paper) return {};
  if (*ours == *paper) return "0";
  if (*paper == 0) return {};
  return fmt::format("{:+.2f} %", (*ours - *paper) / *paper * 100);
}

std::string what_with_unit(const PageJson& row) {
  const std::string what = text_at(row, "what"), unit = text_at(row, "unit");
  return unit.empty() ? what : fmt::format("{} [{}]", what, unit);
}

Cell where_and_note(const PageJson& row) {
  const std::string where = text_at(row, "where"), note = text_at(row, "note");
  return where.empty() || note.empty() ? where + note : fmt::format("{}: {}", where, note);
}

/// "[2]", of a list in which each note is unique.
Cell numbered(const std::string& note, std::vector<std::string>& notes) {
  if (note.empty()) return "";
  auto found = std::find(notes.begin(), notes.end(), note);
  if (found == notes.end()) found = notes.insert(notes.end(), note);
  return fmt::format("[{}]", found - notes.begin() + 1);
}

/// Empty when the member is no list.
const PageJson& rows_of(const PageJson& reproduction) {
  static const PageJson none = PageJson::array();
  const PageJson& rows = member(reproduction, "rows");
  return rows.is_array() ? rows : none;
}

/// "40 rows, 38 judged: 36 match, 1 near, 1 differs, 0 shape; not judged: 1 given, 1 fitted, 0 ours".
std::string counts(const PageJson& reproduction) {
  const VerdictCounts count = count_verdicts(rows_of(reproduction));
  const auto listed = [&](bool judged) {
    std::string text;
    for (const auto& [verdict, number] : count.of)
      if (is_judged(verdict) == judged)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, name_of(verdict));
    return text;
  };
  return fmt::format("{} rows, {} judged: {}; not judged: {}", count.rows, count.judged, listed(true),
                     listed(false));
}

std::string as_text(const PageJson& reproduction) {
  Table table = reproduction_table(reproduction, RowNotes::below_the_table);
  table.title = fmt::format("{}: {}\n", text_at(reproduction, "name"), text_at(reproduction, "summary"));
  return to_text(table);
}

std::string as_markdown(const PageJson& reproduction) {
  std::string text = fmt::format("## {}\n\n{}. {}.\n\n", text_at(reproduction, "name"),
                                 text_at(reproduction, "summary"), counts(reproduction));
  if (is_quick(reproduction)) text += fmt::format("{}.\n\n", quick_words());
  return text + to_markdown(reproduction_table(reproduction, RowNotes::in_the_row)) + "\n";
}

/// For programs: full precision, empty where the paper prints no number.
std::string as_csv(const PageJson& reproductions) {
  Table table;
  const std::vector<const char*> of_rows{"id",   "what",    "unit",      "paper",
                                         "ours", "verdict", "tolerance", "note"};
  table.columns.push_back({"name", "name"});
  for (const char* key : of_rows) table.columns.push_back({key, key});
  table.columns.push_back({"quick", "quick"});
  for (const PageJson& one : reproductions)
    for (const PageJson& row : rows_of(one)) {
      std::vector<Cell> cells{text_at(one, "name")};
      for (const char* key : of_rows) cells.push_back(json_cell(member(row, key)));
      cells.push_back(json_cell(is_quick(one)));
      table.add(std::move(cells));
    }
  return to_csv(table);
}

}  // namespace

VerdictCounts count_verdicts(const PageJson& rows) {
  VerdictCounts count;
  for (std::size_t i = 0; i < names_of(RowVerdict{}).size(); ++i) count.of[static_cast<RowVerdict>(i)] = 0;
  for (const PageJson& row : rows) {
    ++count.rows;
    for (auto& [verdict, number] : count.of)
      if (text_at(row, "verdict") == name_of(verdict)) ++number, count.judged += is_judged(verdict);
  }
  return count;
}

bool is_quick(const PageJson& reproduction) { return member(reproduction, "quick") == true; }

Table reproduction_table(const PageJson& reproduction, RowNotes where) {
  Table table{.title = "",
              .columns = {{.key = "what", .heading = "what"},
                          {.key = "paper", .heading = "paper", .align = Align::right},
                          {.key = "ours", .heading = "ours", .align = Align::right},
                          {.key = "difference", .heading = "difference", .align = Align::right},
                          {.key = "verdict", .heading = is_quick(reproduction) ? "quick verdict" : "verdict"},
                          {.key = "tolerance", .heading = "judged by"},
                          {.key = "note", .heading = "note"}},
              .rows = {}};
  std::vector<std::string> notes;
  for (const PageJson& row : rows_of(reproduction)) {
    const std::string tolerance = text_at(row, "tolerance");
    table.add({what_with_unit(row), paper_of(row), ours_of(row), difference(row), text_at(row, "verdict"),
               tolerance.empty() ? Cell() : Cell(tolerance),
               where == RowNotes::in_the_row ? where_and_note(row) : numbered(text_at(row, "note"), notes)});
  }
  if (where == RowNotes::in_the_row) return table;
  for (std::size_t i = 0; i < notes.size(); ++i)
    table.notes.push_back(fmt::format("[{}] {}", i + 1, notes[i]));
  table.notes.insert(table.notes.end(), {counts(reproduction), verdict_words});
  if (is_quick(reproduction)) table.notes.push_back(quick_words());
  return table;
}

std::string render_reproductions(const PageJson& reproductions, Format format) {
  if (format == Format::json) return json_text(reproductions);
  const PageJson list = reproductions.is_array() ? reproductions : PageJson::array({reproductions});
  if (format == Format::csv) return as_csv(list);
  std::string text;
  for (const PageJson& one : list) {
    if (format == Format::text && !text.empty()) text += '\n';
    text += format == Format::text ? as_text(one) : as_markdown(one);
  }
  return text;
}

}  // namespace ebb::inline reproduce
