#include "report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/figure_word.hpp"
#include "report/joined_words.hpp"
#include "report/render.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

std::string row_name(const Json& row, std::size_t index) {
  if (!row.is_object() || row.empty()) return fmt::format("{}", index);
  const auto first = row.begin();
  if (first->is_string()) return figure_word(first->get_ref<const std::string&>());
  // Twelve digits: what is 0.7 Gb/s to everybody is 0.7000000000000001 to the machine.
  const std::string number =
      first->is_number_float() ? fmt::format("{:.12g}", first->get<double>()) : first->dump();
  return fmt::format("{}_{}", first.key(), figure_word(number));
}

bool are_words(const Json& list) {
  return !list.empty() && std::all_of(list.begin(), list.end(), [](const Json& v) { return v.is_string(); });
}

void add(const Json& value, const std::string& name, std::vector<NamedFigure>& figures) {
  const auto below = [&](const std::string& key) { return name.empty() ? key : name + "." + key; };
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) add(member, below(key), figures);
  } else if (value.is_array() && are_words(value)) {
    figures.push_back({name, Cell(joined_words(value.get<std::vector<std::string>>()))});
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string row = below(row_name(value[i], i));
      bool label = true;  // the first member is in the name already
      if (!value[i].is_object()) add(value[i], row, figures);
      if (value[i].is_object())
        for (const auto& [key, member] : value[i].items()) {
          if (!label) add(member, row + "." + key, figures);
          label = false;
        }
    }
  } else {
    figures.push_back({name, json_cell(value)});
  }
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

Cell figure_named(const std::vector<NamedFigure>& figures, std::string_view name) {
  for (const NamedFigure& f : figures)
    if (f.name == name) return f.value;
  return {};
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
