#include "report/page/run_charts.hpp"

#include "report/page/run_chart_parts.hpp"

namespace ebb::inline report {
namespace {

bool is_over_time(const Chart& chart, const ChartClock& clock) { return chart.x.title == clock.axis().title; }

/// A line needs two points: a single one would be invisible.
void drop_single_points(Chart& chart) {
  std::erase_if(chart.curves, [](const Curve& curve) {
    return std::count_if(curve.y.begin(), curve.y.end(), [](double y) { return std::isfinite(y); }) < 2;
  });
  // A reference curve alone says nothing.
  if (std::all_of(chart.curves.begin(), chart.curves.end(),
                  [](const Curve& curve) { return curve.role == Role::baseline; }))
    chart.curves.clear();
}

}  // namespace

std::vector<Chart> run_charts(const std::vector<RunSource>& runs) {
  const ChartClock clock(runs);
  std::vector<Chart> all = {power_chart(runs, clock)};
  for (const RunSource& run : runs) all.push_back(states_chart(run, runs, clock));
  for (Chart chart : {speeds_chart(runs), tables_chart(runs), latency_chart(runs, clock),
                      distribution_chart(runs), load_chart(runs, clock), backlog_chart(runs, clock),
                      changes_chart(runs, clock), reasons_chart(runs), spectrum_chart(runs)})
    all.push_back(std::move(chart));
  for (Chart& chart : all)
    if (is_over_time(chart, clock)) drop_single_points(chart);
  std::erase_if(all, [](const Chart& chart) { return chart.curves.empty(); });
  return all;
}

}  // namespace ebb::inline report
