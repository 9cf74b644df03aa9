#include <fmt/format.h>

#include <cmath>

#include "base/rounded_time.hpp"
#include "report/page/run_chart_parts.hpp"

namespace ebb::inline report {

Chart latency_chart(const RunSources& runs, const ChartClock& clock) {
  Chart chart{.name = "latency-over-time",
              .title = "Packet latency over time",
              .note = "From the moment a message was offered, source queue included.",
              .x = clock.axis(),
              .y = {.title = "latency", .unit = "us", .scale = Scale::log},
              .curves = {}};
  const std::pair<const char*, const char*> lines[] = {
      {"mean", "latency_mean_ps"}, {"p50", "latency_p50_ps"}, {"p99", "latency_p99_ps"}};
  for (const RunSource& run : runs)
    for (const auto& [name, path] : lines) {
      std::vector<double> y = numbers_at(run.time_series, path, 1e-6);
      for (double& value : y)
        if (!(value > 0)) value = no_value;
      add_curve(chart, clock, run, {.name = named(runs, run, name), .x = {}, .y = std::move(y)});
    }
  return chart;
}

/// The fraction that is slower, from all to one in ten thousand, over the latency. It shows tails.
Chart distribution_chart(const RunSources& runs) {
  Chart chart{
      .name = "distribution",
      .title = "How latencies are spread",
      .note =
          "How many of a hundred take longer than this. Both axes are logarithmic, so the tail can be seen.",
      .x = {.title = "latency", .unit = "us", .scale = Scale::log},
      .y = {.title = "slower", .unit = "%", .scale = Scale::log, .least = 0.01, .most = 100},
      .curves = {}};
  const std::pair<const char*, const char*> lines[] = {{"packets in the network", "latency.network_ps"},
                                                       {"packets with source queue", "latency.packet_ps"},
                                                       {"messages", "latency.message_ps"}};
  for (const RunSource& run : runs)
    for (const auto& [name, path] : lines) {
      Curve curve{.name = named(runs, run, name), .x = {}, .y = {}};
      const std::vector<double> percent = numbers_at(run.time_series, "latency.percent"),
                                at = numbers_at(run.time_series, path, 1e-6);
      for (std::size_t i = 0; i < at.size() && i < percent.size(); ++i)
        if (percent[i] < 100 && at[i] > 0) curve.x.push_back(at[i]), curve.y.push_back(100 - percent[i]);
      if (!curve.x.empty()) chart.curves.push_back(std::move(curve));
    }
  if (runs.size() == 1)
    if (const auto p99 =
            number_at(row_named(member(runs[0].summary, "latency"), "packets with source queue"), "p99_ns"))
      chart.title =
          fmt::format("99 of 100 packets arrive within {}", rounded_text({std::llround(*p99 * 1e3)}, 4));
  return chart;
}

}  // namespace ebb::inline report
