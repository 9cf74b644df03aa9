// Common parts of the charts of runs: the time axis, names of curves and of rates; and the charts themselves,
// one function each. A chart without numbers in the run has no curves.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "report/document/chart.hpp"
#include "report/page/run_source.hpp"

namespace ebb::inline report {

/// Puts the run's name in front when there are several runs.
inline std::string named(const std::vector<RunSource>& runs, const RunSource& run, const std::string& what) {
  return runs.size() == 1 ? what : fmt::format("{}: {}", run.name, what);
}

/// The middle of each span, in milliseconds or, when the run is short, microseconds.
struct ChartClock {
  double unit_ps = 1e9;
  std::string unit = "ms";

  explicit ChartClock(const std::vector<RunSource>& runs) {
    double longest = 0;
    for (const RunSource& run : runs)
      longest = std::max(longest, number_at(run.time_series, "span_ps").value_or(0) *
                                      number_at(run.time_series, "spans").value_or(0));
    if (longest < 2e9) unit_ps = 1e6, unit = "us";
  }
  std::vector<double> times(const RunSource& run, std::size_t count) const {
    const double span = number_at(run.time_series, "span_ps").value_or(0) / unit_ps;
    std::vector<double> x;
    for (std::size_t i = 0; i < count; ++i) x.push_back(span * (static_cast<double>(i) + 0.5));
    return x;
  }
  Axis axis() const { return {.title = "time", .unit = unit, .least = 0}; }
};

inline void add_curve(Chart& chart, const ChartClock& clock, const RunSource& run, Curve curve) {
  if (std::all_of(curve.y.begin(), curve.y.end(), [](double y) { return !std::isfinite(y); })) return;
  curve.x = clock.times(run, curve.y.size());
  chart.curves.push_back(std::move(curve));
}

inline std::string rate_name(double bits_per_second) {
  return bits_per_second == 0 ? "off" : fmt::format("{:g} Gb/s", bits_per_second / 1e9);
}

using RunSources = std::vector<RunSource>;

/// Carried bits of each span as a percentage of the capacity of all channels at full rate: the power of an
/// ideal network.
std::vector<double> ideal_percent(const RunSource& run);

// Over time:
Chart power_chart(const RunSources& runs, const ChartClock& clock);
Chart states_chart(const RunSource& run, const RunSources& runs, const ChartClock& clock);
Chart load_chart(const RunSources& runs, const ChartClock& clock);
Chart backlog_chart(const RunSources& runs, const ChartClock& clock);
Chart changes_chart(const RunSources& runs, const ChartClock& clock);

// Latency:
Chart latency_chart(const RunSources& runs, const ChartClock& clock);
Chart distribution_chart(const RunSources& runs);

// Of the whole measured time:
Chart speeds_chart(const RunSources& runs);
Chart tables_chart(const RunSources& runs);
Chart reasons_chart(const RunSources& runs);
/// Of the power, from 0.1 to 20 Hz, where switches sleep.
Chart spectrum_chart(const RunSources& runs);

}  // namespace ebb::inline report
