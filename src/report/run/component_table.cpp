#include "report/run/component_table.hpp"

#include "base/fields.hpp"
#include "base/units.hpp"
#include "results/cell.hpp"
#include "results/component_result.hpp"

namespace ebb::inline report {
namespace {

Cell cell_of(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }

/// Returns the energy of all known components.
double known_energy(const ComponentResult& r) {
  double sum = 0;
  for (const ComponentEnergy& part : r.parts) sum += part.energy ? part.energy->v : 0;
  return sum;
}

void add_part(Table& table, const ComponentResult& r, const std::string& group, const std::string& name,
              const std::optional<Joules>& energy, std::optional<double> of_all) {
  std::optional<double> joules, each, share;
  if (energy) joules = energy->v;
  if (energy && r.packets > 0) each = energy->v / r.packets * 1e9;
  if (energy && of_all && *of_all > 0) share = energy->v / *of_all * 100;
  table.add({r.table, group, name, cell_of(joules), cell_of(each), cell_of(share)});
}

}  // namespace

std::vector<Column> component_columns() {
  return {{"table", "table"},
          {"of", "of"},
          {"part", "part"},
          {"energy_j", "energy", "J", Align::right},
          {"per_packet_nj", "per packet", "nJ", Align::right, 1},
          {"share_percent", "share", "%", Align::right, 1}};
}

Table component_table(const RunResult& result) {
  Table table{.title = "components", .columns = component_columns(), .rows = {}};
  for (const ComponentResult& r : result.components) {
    const double all = known_energy(r);
    for (const ComponentEnergy& part : r.parts)
      add_part(table, r, std::string(name_of(part.group)), part.part, part.energy, all);
    add_part(table, r, "all", "as far as it is known", Joules{all}, all);
    if (r.sleeping_leakage)
      add_part(table, r, "switches", "buffers: leakage if they sleep", r.sleeping_leakage, std::nullopt);
  }
  return table;
}

}  // namespace ebb::inline report
