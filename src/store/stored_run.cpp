#include "store/stored_run.hpp"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "results/cell_json.hpp"

namespace ebb::inline store {

bool add_missing(std::vector<NamedFigure>& list, const std::vector<NamedFigure>& more) {
  const std::size_t before = list.size();
  for (const NamedFigure& m : more)
    if (std::none_of(list.begin(), list.end(), [&](const NamedFigure& f) { return f.name == m.name; }))
      list.push_back(m);
  return list.size() > before;
}

Cell value_of(const StoredRun& run, const StoredColumn& column) {
  return std::visit([&](const auto member) { return Cell(run.*member); }, column.member);
}

void set_value(StoredRun& run, const StoredColumn& column, const Cell& value) {
  std::visit(
      [&](const auto member) {
        using Member = std::remove_reference_t<decltype(run.*member)>;
        if (const auto* v = std::get_if<Member>(&value.value())) run.*member = *v;
      },
      column.member);
}

nlohmann::ordered_json to_json(const StoredRun& run) {
  nlohmann::ordered_json json;
  for (const StoredColumn& c : stored_columns) json[std::string(c.name)] = json_value(value_of(run, c));
  for (const auto& [name, list] : {std::pair{"parameters", &run.parameters}, {"figures", &run.figures}}) {
    json[name] = nlohmann::ordered_json::object();
    for (const NamedFigure& f : *list) json[name][f.name] = json_value(f.value);
  }
  return json;
}

std::optional<StoredRun> run_from_json(const std::string& text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  StoredRun run;
  for (const StoredColumn& c : stored_columns)
    if (const auto found = json.find(std::string(c.name)); found != json.end())
      set_value(run, c, json_cell(*found));
  for (const auto& [name, list] : {std::pair{"parameters", &run.parameters}, {"figures", &run.figures}})
    if (const auto found = json.find(name); found != json.end() && found->is_object())
      for (const auto& [key, value] : found->items()) list->push_back({key, json_cell(value)});
  return run;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace ebb::inline store
