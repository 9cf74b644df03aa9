#include "report/document/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/ensure.hpp"
#include "report/document/number_text.hpp"

namespace ebb::inline report {
namespace {

/// Characters, not bytes: what a terminal shows of UTF-8 text.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t to, Align align) {
  const std::string gap(to > width(text) ? to - width(text) : 0, ' ');
  return align == Align::right ? gap + std::string(text) : std::string(text) + gap;
}

/// Headings of columns with numbers are right-aligned.
Align heading_side(const Table& table, std::size_t column) {
  for (const auto& row : table.rows)
    if (row[column].is_number()) return Align::right;
  return table.columns[column].align;
}

/// A number is right-aligned, and so is the dash of a missing one.
Align side(const Table& table, const Cell& cell, std::size_t column) {
  if (cell.is_number()) return Align::right;
  return cell.value().index() == 0 ? heading_side(table, column) : table.columns[column].align;
}

std::vector<std::size_t> widths(const Table& table) {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t widest = width(heading_text(table.columns[c]));
    for (const auto& row : table.rows) widest = std::max(widest, width(cell_text(row[c], table.columns[c])));
    result.push_back(widest);
  }
  return result;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string escape_markdown(std::string text) {
  for (std::size_t at = 0; (at = text.find_first_of("|\n", at)) != std::string::npos; at += 2)
    text.replace(at, 1, text[at] == '|' ? "\\|" : "  ");
  return text;
}

std::string quote_csv(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

}  // namespace

std::string heading_text(const Column& column) {
  return column.unit.empty() ? column.heading : fmt::format("{} [{}]", column.heading, column.unit);
}

std::string cell_text(const Cell& cell, const Column& column) {
  struct Visitor {
    int decimals;
    std::string operator()(std::monostate) const { return "-"; }
    std::string operator()(bool v) const { return v ? "yes" : "no"; }
    std::string operator()(std::int64_t v) const { return grouped(v); }
    std::string operator()(double v) const { return grouped(v, decimals); }
    std::string operator()(const std::string& v) const { return v; }
  };
  const int decimals = cell.decimals() == Cell::by_column ? column.decimals : cell.decimals();
  return std::visit(Visitor{decimals}, cell.value());
}

std::string to_text(const Table& table) {
  const auto columns = widths(table);
  std::string text = table.title.empty() ? "" : table.title + "\n";
  std::string line, rule;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    line += padded(heading_text(table.columns[c]), columns[c], heading_side(table, c)) + "  ";
    rule += std::string(columns[c], '-') + "  ";
  }
  line = without_trailing_spaces(line);
  if (!line.empty()) text += line + "\n" + without_trailing_spaces(rule) + "\n";
  for (const auto& row : table.rows) {
    line.clear();
    for (std::size_t c = 0; c < columns.size(); ++c)
      line += padded(cell_text(row[c], table.columns[c]), columns[c], side(table, row[c], c)) + "  ";
    text += without_trailing_spaces(line) + "\n";
  }
  for (const std::string& note : table.notes) text += note + "\n";
  return text;
}

std::string to_markdown(const Table& table) {
  std::string text = table.title.empty() ? "" : fmt::format("**{}**\n\n", table.title);
  std::string rule = "|";
  text += "|";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    text += fmt::format(" {} |", escape_markdown(heading_text(table.columns[c])));
    rule += heading_side(table, c) == Align::right ? "---:|" : "---|";
  }
  text += "\n" + rule + "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (std::size_t c = 0; c < row.size(); ++c)
      text += fmt::format(" {} |", escape_markdown(cell_text(row[c], table.columns[c])));
    text += "\n";
  }
  for (const std::string& note : table.notes) text += "\n" + note + "\n";
  return text;
}

std::string csv_field(const Cell& cell) {
  struct Visitor {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return fmt::format("{}", v); }
    std::string operator()(double v) const { return std::isfinite(v) ? fmt::format("{}", v) : ""; }
    std::string operator()(const std::string& v) const { return quote_csv(v); }
  };
  return std::visit(Visitor{}, cell.value());
}

std::string to_csv(const Table& table) {
  std::string text;
  const auto add_field = [&](bool first, const std::string& field) {
    if (!first) text += ',';
    text += field;
  };
  for (std::size_t c = 0; c < table.columns.size(); ++c) add_field(c == 0, quote_csv(table.columns[c].key));
  text += "\r\n";
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) add_field(c == 0, csv_field(row[c]));
    text += "\r\n";
  }
  return text;
}

nlohmann::ordered_json json_rows(const Table& table) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    auto object = nlohmann::ordered_json::object();
    for (std::size_t c = 0; c < row.size(); ++c) object[table.columns[c].key] = json_value(row[c]);
    rows.push_back(std::move(object));
  }
  return rows;
}

nlohmann::ordered_json with_schema(nlohmann::ordered_json document) {
  if (document.is_array())
    for (auto& one : document) one = with_schema(std::move(one));
  if (!document.is_object()) return document;
  nlohmann::ordered_json versioned = {{"schema", json_schema}};
  for (const auto& [key, member] : document.items())
    if (key != "schema") versioned[key] = std::move(member);
  return versioned;
}

std::string json_text(nlohmann::ordered_json document) {
  return with_schema(std::move(document))
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

std::string to_json(const Table& table) {
  nlohmann::ordered_json document;
  document["title"] = table.title;
  document["rows"] = json_rows(table);
  return json_text(document);
}

nlohmann::ordered_json table_json(const Table& table) {
  auto columns = nlohmann::ordered_json::array();
  for (const Column& c : table.columns) {
    nlohmann::ordered_json column = {{"key", c.key}, {"heading", c.heading}};
    if (!c.unit.empty()) column["unit"] = c.unit;
    if (c.decimals != Column::four_digits) column["decimals"] = c.decimals;
    if (c.align == Align::right) column["right"] = true;
    if (c.wide) column["wide"] = true;
    columns.push_back(std::move(column));
  }
  return {{"title", table.title}, {"columns", columns}, {"rows", json_rows(table)}, {"notes", table.notes}};
}

std::string render(const Table& table, Format format) {
  switch (format) {
    case Format::text:
      return to_text(table);
    case Format::csv:
      return to_csv(table);
    case Format::json:
      return to_json(table);
    case Format::markdown:
      return to_markdown(table);
  }
  ENSURE(false);
}

}  // namespace ebb::inline report
