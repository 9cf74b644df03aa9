#include "report/energy_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline report {
namespace {

Cell joules(const std::optional<Joules>& energy) { return energy ? Cell(energy->v) : Cell(); }
Cell scaled(const std::optional<double>& ratio, double by) { return ratio ? Cell(*ratio * by) : Cell(); }

std::string key_of(std::string kind) {
  std::replace(kind.begin(), kind.end(), ' ', '_');
  return kind + "_j";
}

}  // namespace

Table energy_table(const RunResult& result) {
  Table table{.title = "energy", .columns = {{"table", "power table"}}, .rows = {}};
  for (const ChannelKindResult& kind : result.channels)
    table.columns.push_back({key_of(kind.name), kind.name, "J", Align::right});
  for (const Column& c : {Column{"channels_j", "channels", "J", Align::right},
                          Column{"of_full_percent", "of full rate", "%", Align::right, 2},
                          Column{"of_full_half_width_percent", "+/- 95 %", "%", Align::right, 2},
                          Column{"times_ideal", "x ideal", "", Align::right, 2},
                          Column{"base_j", "switch base", "J", Align::right},
                          Column{"total_of_full_percent", "all of full", "%", Align::right, 2},
                          Column{"whole_run_j", "all, warm-up too", "J", Align::right}})
    table.columns.push_back(c);
  for (const EnergyResult& e : result.energy) {
    std::vector<Cell> row = {e.table};
    for (const auto& kind : e.kinds) row.push_back(joules(kind));
    for (const Cell& cell :
         {joules(e.channels), scaled(e.of_full, 100), scaled(e.of_full_half_width, 100),
          scaled(e.of_ideal, 1), joules(e.base), scaled(e.total_of_full, 100), joules(e.whole_run)})
      row.push_back(cell);
    table.add(std::move(row));
  }
  if (!result.energy.empty())
    table.notes.push_back(
        fmt::format("ideal: energy proportional to bits, {:.2f} % of always full rate; see docs/energy.md",
                    result.ideal_share * 100));
  return table;
}

}  // namespace ebb::inline report
