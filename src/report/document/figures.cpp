#include "report/document/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/document/figure_word.hpp"
#include "report/document/joined_words.hpp"
#include "report/document/render.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

/// Returns a member of a row as part of the row's name: "messages", or "rate_gbps_40" for a number.
std::string label(const std::string& key, const Json& value) {
  if (value.is_string()) return figure_word(value.get_ref<const std::string&>());
  // Twelve digits, so that 0.7 Gb/s does not become 0.7000000000000001.
  const std::string number =
      value.is_number_float() ? fmt::format("{:.12g}", value.get<double>()) : value.dump();
  return fmt::format("{}_{}", key, figure_word(number));
}

/// Returns the row's name made of its first `labels` members; rows that have none are numbered.
std::string row_name(const Json& row, std::size_t index, std::size_t labels) {
  if (!row.is_object() || row.empty()) return fmt::format("{}", index);
  std::string name;
  for (auto member = row.begin(); labels > 0 && member != row.end(); ++member, --labels)
    name += (name.empty() ? "" : ".") + label(member.key(), *member);
  return name;
}

/// Returns how many members at the beginning of a row are texts. The last member is never counted, because a
/// row needs a figure.
std::size_t leading_texts(const Json& row) {
  std::size_t texts = 0;
  for (auto member = row.begin(); member != row.end() && member->is_string(); ++member) ++texts;
  return std::min(texts, row.size() - 1);
}

/// Returns how many members at the beginning of a row may name it: texts and whole numbers.
std::size_t most_labels(const Json& row) {
  std::size_t labels = 0;
  for (auto member = row.begin(); member != row.end(); ++member, ++labels)
    if (!member->is_string() && !member->is_number_integer()) break;
  return std::min(labels, row.size() - 1);
}

bool are_distinct(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

struct RowNames {
  std::size_t labels = 1;  ///< members at the beginning of a row that are in its name
  std::vector<std::string> names = {};
};

/// Returns a unique name for each row. Texts at the beginning of a row are always labels, so that compared
/// runs have the same columns. Whole numbers follow only where names would not be unique without them.
RowNames row_names(const Json& rows) {
  RowNames out;
  std::size_t most = 1;
  if (const Json& first = rows.front(); first.is_object() && !first.empty())
    out.labels = std::max(out.labels, leading_texts(first)), most = most_labels(first);
  const auto name_rows = [&] {
    out.names.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) out.names.push_back(row_name(rows[i], i, out.labels));
  };
  name_rows();
  while (!are_distinct(out.names) && out.labels < most) ++out.labels, name_rows();
  if (!are_distinct(out.names))
    for (std::size_t i = 0; i < out.names.size(); ++i) out.names[i] += fmt::format(".{}", i);
  return out;
}

bool are_words(const Json& list) {
  return !list.empty() && std::all_of(list.begin(), list.end(), [](const Json& v) { return v.is_string(); });
}

void add(const Json& value, const std::string& name, std::vector<NamedFigure>& figures);

void add_rows(const Json& rows, const std::string& name, std::vector<NamedFigure>& figures) {
  if (rows.empty()) return;
  const RowNames named = row_names(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row = name.empty() ? named.names[i] : name + "." + named.names[i];
    if (!rows[i].is_object()) {
      add(rows[i], row, figures);
      continue;
    }
    std::size_t column = 0;
    for (const auto& [key, member] : rows[i].items())
      if (column++ >= named.labels) add(member, row + "." + key, figures);
  }
}

void add(const Json& value, const std::string& name, std::vector<NamedFigure>& figures) {
  if (value.is_object())
    for (const auto& [key, member] : value.items())
      add(member, name.empty() ? key : name + "." + key, figures);
  else if (value.is_array() && are_words(value))
    figures.push_back({name, Cell(joined_words(value.get<std::vector<std::string>>()))});
  else if (value.is_array())
    add_rows(value, name, figures);
  else
    figures.push_back({name, json_cell(value)});
}

}  // namespace

std::string figure_word(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "_" : out;
}

std::vector<NamedFigure> figures_of(const Json& document) {
  std::vector<NamedFigure> figures;
  add(document, "", figures);
  return figures;
}

Table figures_row(const std::vector<NamedFigure>& figures) {
  Table table;
  std::vector<Cell> row;
  for (const NamedFigure& f : figures) {
    table.columns.push_back({f.name, f.name});
    row.push_back(f.value);
  }
  table.add(std::move(row));
  return table;
}

}  // namespace ebb::inline report
