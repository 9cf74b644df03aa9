#include "report/run/gap_table.hpp"

#include "base/quantity.hpp"
#include "base/units.hpp"
#include "results/gap_result.hpp"

namespace ebb::inline report {

std::vector<Column> gap_columns() {
  return {{"kind", "gaps of channels"},
          {"from", "from"},
          {"gaps", "gaps", "", Align::right},
          {"time_percent", "of the time", "%", Align::right, 2},
          {"asleep_percent", "asleep at most, if waking takes that", "%", Align::right, 2}};
}

Table gap_table(const RunResult& result) {
  Table table{.title = "gaps", .columns = gap_columns(), .rows = {}};
  for (const GapResult& kind : result.gaps) {
    const double all = static_cast<double>(kind.time.v) * static_cast<double>(kind.channels);
    std::size_t end = gap_classes.size();
    while (end > 0 && kind.count.gaps[end - 1] == 0) --end;
    for (std::size_t i = 0; i < end; ++i)
      table.add({kind.kind, quantity_text(gap_classes[i]), static_cast<std::int64_t>(kind.count.gaps[i]),
                 static_cast<double>(kind.count.time[i]) / all * 100,
                 static_cast<double>(kind.count.asleep_at_most(i).v) / all * 100});
  }
  return table;
}

}  // namespace ebb::inline report
