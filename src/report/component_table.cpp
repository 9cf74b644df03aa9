#include "report/component_table.hpp"

#include <fmt/format.h>

#include "base/fields.hpp"
#include "report/number_text.hpp"

namespace ebb::inline report {
namespace {

Cell cell_of(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }

/// Returns the energy of all parts that are known.
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

Table component_table(const RunResult& result) {
  Table table{.title = "components",
              .columns = {{"table", "table"},
                          {"of", "of"},
                          {"part", "part"},
                          {"energy_j", "energy", "J", Align::right},
                          {"per_packet_nj", "per packet", "nJ", Align::right, 1},
                          {"share_percent", "share", "%", Align::right, 1}},
              .rows = {}};
  for (const ComponentResult& r : result.components) {
    const double all = known_energy(r);
    for (const ComponentEnergy& part : r.parts)
      add_part(table, r, std::string(name_of(part.group)), part.part, part.energy, all);
    add_part(table, r, "all", "as far as it is known", Joules{all}, all);
    if (r.sleeping_leakage)
      add_part(table, r, "switches", "buffers: leakage if they sleep", r.sleeping_leakage, std::nullopt);
  }
  table.notes.push_back("adapters are the hosts'; see docs/energy-components.md");
  return table;
}

std::string buffers_line(const RunResult& result) {
  if (!result.buffers) return "";
  const BufferUse& b = *result.buffers;
  return fmt::format(
      "buffers   {} of {} cells of {} B in use on average, {} powered if buffers sleep; {} buffers\n",
      grouped(b.in_use, 1), grouped(static_cast<double>(b.cells), 0), b.cell.v, grouped(b.powered(), 1),
      grouped(static_cast<double>(b.buffers), 0));
}

}  // namespace ebb::inline report
