#include "report/page/run_source.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "report/run/energy_table.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

constexpr std::string_view preferred = cabled_table, ideal_table = "ideal";

std::optional<RunPower> power_of(const RunSource& run, const PageJson& row) {
  const auto joules = number_at(row, "channels_j"), percent = number_at(row, "of_full_percent");
  const auto from = number_at(run.summary, "measured_from_ps"),
             until = number_at(run.summary, "metered_until_ps");
  if (!joules || !percent || *percent <= 0 || !from || !until || *until <= *from) return std::nullopt;
  const double watts = *joules / ((*until - *from) * 1e-12);
  return RunPower{text_at(row, "table"), watts, watts / (*percent / 100)};
}

}  // namespace

std::map<std::string, std::string> configuration_keys(const std::string& toml) {
  std::map<std::string, std::string> keys;
  std::istringstream lines(toml);
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('[')) {
      section = line.substr(1, line.find(']') - 1);
      while (section.starts_with('[')) section.erase(0, 1);
      continue;
    }
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('#') || equals == std::string::npos) continue;
    const std::string key = line.substr(0, equals);
    keys[section.empty() ? key : section + "." + key] = line.substr(equals + 3);
  }
  return keys;
}

std::optional<RunPower> run_power(const RunSource& run) {
  const PageJson& rows = member(run.summary, "energy");
  if (const auto power = power_of(run, row_named(rows, preferred))) return power;
  if (rows.is_array())
    for (const PageJson& row : rows)
      if (const auto power = power_of(run, row); power && power->table != ideal_table) return power;
  return power_of(run, row_named(rows, ideal_table));
}

std::string drawn_table(const RunSource& run) {
  const auto named = [](std::string table) { return table == ideal_table ? "" : std::move(table); };
  if (const auto power = run_power(run)) return named(power->table);
  const PageJson& rows = member(run.time_series, "power");
  if (!member(run.summary, "energy").is_null() || !rows.is_array()) return "";
  if (!row_named(rows, preferred).is_null()) return std::string(preferred);
  for (const PageJson& row : rows)
    if (const std::string table = named(text_at(row, "table")); !table.empty()) return table;
  return "";
}

std::optional<double> ideal_channels_share(const RunSource& run) {
  const auto percent = number_at(row_named(member(run.summary, "energy"), ideal_table), "of_full_percent");
  return percent ? std::optional(*percent / 100) : std::nullopt;
}

std::optional<PowerShare> channels_share(const RunSource& run) {
  if (const auto power = run_power(run); power && power->table != ideal_table)
    return PowerShare{power->watts / power->full_watts, power->table};
  const auto ideal = ideal_channels_share(run);
  return ideal ? std::optional(PowerShare{*ideal, "ideal channels"}) : std::nullopt;
}

std::optional<PowerShare> stated_share(const RunSource& run) {
  const auto watts = number_at(run.summary, "power.total_w"),
             full = number_at(run.summary, "power.always_on_w");
  if (watts && full && *full > 0) return PowerShare{*watts / *full, "the whole network"};
  return channels_share(run);
}

Table differences(const std::vector<RunSource>& runs) {
  Table table{.title = "what differs between them", .columns = {{"key", "key"}}, .rows = {}};
  std::vector<std::map<std::string, std::string>> all;
  std::map<std::string, bool> keys;
  for (const RunSource& run : runs) {
    table.columns.push_back({run.name, run.name});
    all.push_back(configuration_keys(run.config));
    for (const auto& [key, value] : all.back()) keys[key] = true;
  }
  for (const auto& [key, known] : keys) {
    bool same = true;
    std::vector<Cell> row = {key};
    for (const auto& one : all) {
      const auto found = one.find(key), first = std::as_const(all[0]).find(key);
      row.push_back(found == one.end() ? Cell() : Cell(found->second));
      same = same && (found == one.end()) == (first == all[0].end()) &&
             (found == one.end() || found->second == first->second);
    }
    if (!same) table.add(std::move(row));
  }
  // Keys present in all runs come first: a key that one of them lacks is mostly a default of another policy.
  std::stable_partition(table.rows.begin(), table.rows.end(), [](const std::vector<Cell>& row) {
    return std::none_of(row.begin(), row.end(), [](const Cell& cell) { return cell.value().index() == 0; });
  });
  for (std::vector<Cell>& row : table.rows)  // an empty column would not be shown
    for (Cell& cell : row)
      if (cell.value().index() == 0) cell = Cell("-");
  if (table.rows.empty()) table.notes.push_back("their configurations are the same");
  return table;
}

}  // namespace ebb::inline report
