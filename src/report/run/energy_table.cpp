#include "report/run/energy_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "results/cell.hpp"
#include "results/energy_result.hpp"

namespace ebb::inline report {
namespace {

Cell joules(const std::optional<Joules>& energy) { return energy ? Cell(energy->v) : Cell(); }
Cell scaled(const std::optional<double>& ratio, double by) { return ratio ? Cell(*ratio * by) : Cell(); }

Column kind_column(const std::string& kind) {
  std::string key = kind;
  std::replace(key.begin(), key.end(), ' ', '_');
  return {key + "_j", kind, "J", Align::right};
}

}  // namespace

std::vector<Column> energy_columns() {
  return {{"channels_j", "channels", "J", Align::right},
          {"of_full_percent", "of full rate", "%", Align::right, 2},
          {"of_full_half_width_percent", "+/- 95 %", "%", Align::right, 2},
          {"times_ideal", "x ideal", "", Align::right, 2},
          {"base_j", "switch base", "J", Align::right},
          {"total_of_full_percent", "all of full", "%", Align::right, 2},
          {"whole_run_j", "all, warm-up too", "J", Align::right}};
}

std::string energy_note(double ideal_percent) {
  return fmt::format(
      "ideal: energy proportional to bits, {:.2f} % of always full rate; see docs/design/energy.md",
      ideal_percent);
}

Table energy_table(const RunResult& result) {
  Table table{.title = "energy", .columns = {{"table", "power table"}}, .rows = {}};
  for (const ChannelKindResult& kind : result.channels) table.columns.push_back(kind_column(kind.name));
  for (const Column& column : energy_columns()) table.columns.push_back(column);
  for (const EnergyResult& e : result.energy) {
    std::vector<Cell> row = {e.table};
    for (const auto& kind : e.kinds) row.push_back(joules(kind));
    for (const Cell& cell :
         {joules(e.channels), scaled(e.of_full, 100), scaled(e.of_full_half_width, 100),
          scaled(e.of_ideal, 1), joules(e.base), scaled(e.total_of_full, 100), joules(e.whole_run)})
      row.push_back(cell);
    table.add(std::move(row));
  }
  return table;
}

}  // namespace ebb::inline report
