#include "report/page/run_charts.hpp"

#include "report/page/run_chart_parts.hpp"

namespace ebb::inline report {

std::vector<Chart> run_charts(const std::vector<RunSource>& runs) {
  const ChartClock clock(runs);
  std::vector<Chart> all = {power_chart(runs, clock)};
  for (const RunSource& run : runs) all.push_back(states_chart(run, runs, clock));
  for (Chart chart :
       {speeds_chart(runs), tables_chart(runs), latency_chart(runs, clock), distribution_chart(runs),
        load_chart(runs, clock), backlog_chart(runs, clock), changes_chart(runs, clock), reasons_chart(runs)})
    all.push_back(std::move(chart));
  std::erase_if(all, [](const Chart& chart) { return chart.curves.empty(); });
  return all;
}

}  // namespace ebb::inline report
