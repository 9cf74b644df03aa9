#include "report/run/latency_table.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/units.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

using Percentile = Picoseconds LatencyResult::*;
using PercentileInterval = std::optional<Interval> LatencyResult::*;
struct PercentileColumn {
  std::string key, heading;
  Percentile value;
  PercentileInterval interval;
  std::string LatencyResult::*why;
};
const std::vector<PercentileColumn> percentile_columns{
    {"p50", "p50", &LatencyResult::p50, &LatencyResult::p50_interval, &LatencyResult::p50_why},
    {"p90", "p90", &LatencyResult::p90, &LatencyResult::p90_interval, &LatencyResult::p90_why},
    {"p99", "p99", &LatencyResult::p99, &LatencyResult::p99_interval, &LatencyResult::p99_why},
    {"p999", "p99.9", &LatencyResult::p999, &LatencyResult::p999_interval, &LatencyResult::p999_why}};

using NamedLatency = std::pair<const char*, const LatencyResult*>;
std::array<NamedLatency, 3> latencies(const RunStatistics& s) {
  return {NamedLatency{"packets in the network", &s.network_latency},
          {"packets with source queue", &s.packet_latency},
          {"messages", &s.message_latency}};
}

}  // namespace

std::vector<Column> latency_columns(IntervalsOf shown) {
  std::vector<Column> columns{{"what", "latency of"}, {"samples", "samples"}};
  const auto add = [&](std::string key, std::string heading) {
    columns.push_back({std::move(key), std::move(heading), "ns", Align::right, 1});
  };
  add("mean_ns", "mean"), add("half_width_ns", "+/- 95 %"), add("min_ns", "min");
  for (const PercentileColumn& p : percentile_columns) {
    add(p.key + "_ns", p.heading);
    if (shown == IntervalsOf::all_percentiles || p.key == "p99")
      add(p.key + "_low_ns", p.heading + " from"), add(p.key + "_high_ns", "to");
  }
  add("max_ns", "max");
  if (shown == IntervalsOf::all_percentiles) add("p99_interpolated_ns", "p99, interpolated");
  return columns;
}

Table latency_table(const RunStatistics& s) {
  Table table{.title = "latency", .columns = latency_columns(IntervalsOf::all_percentiles), .rows = {}};
  for (const auto& [what, l] : latencies(s)) {
    const auto ns = [&latency = *l](Picoseconds t) {
      return latency.samples ? Cell(static_cast<double>(t.v) / 1e3) : Cell();
    };
    std::vector<Cell> row{
        what, static_cast<std::int64_t>(l->samples), l->samples ? Cell(l->mean_ps / 1e3) : Cell(),
        l->samples && l->mean_half_width_ps ? Cell(*l->mean_half_width_ps / 1e3) : Cell(), ns(l->min)};
    for (const PercentileColumn& p : percentile_columns) {
      const auto& interval = l->*p.interval;
      row.push_back(ns(l->*p.value));
      row.push_back(interval ? ns(interval->low) : Cell());
      row.push_back(interval ? ns(interval->high) : Cell());
    }
    row.push_back(ns(l->max));
    row.push_back(l->samples ? Cell(l->p99_interpolated_ps / 1e3) : Cell());
    table.add(std::move(row));
  }
  return table;
}

nlohmann::ordered_json no_intervals(const RunStatistics& s) {
  auto out = nlohmann::ordered_json::array();
  for (const auto& [what, l] : latencies(s))
    for (const PercentileColumn& p : percentile_columns)
      if (const std::string& why = l->*p.why; !why.empty())
        out.push_back({{"what", what}, {"percentile", p.key}, {"why", why}});
  return out;
}

std::vector<Column> channel_columns() {
  return {{"kind", "channels"},
          {"channels", "number"},
          {"utilisation_mean_percent", "busy", "%", Align::right, 2},
          {"run_utilisation_mean_percent", "whole run: mean", "%", Align::right, 2},
          {"run_utilisation_min_percent", "least", "%", Align::right, 2},
          {"run_utilisation_max_percent", "most", "%", Align::right, 2},
          {"paused_mean_percent", "paused", "%", Align::right, 2}};
}

Table channel_table(const RunResult& r) {
  Table table{.title = "channels", .columns = channel_columns(), .rows = {}};
  const bool pauses = r.flow && r.flow->dropped == 0 && r.flow->name != "drop";
  if (!pauses) table.columns.pop_back();
  const bool metered = r.metered_until > r.statistics.measured_from;
  for (const ChannelKindResult& k : r.channels) {
    std::vector<Cell> row{k.name,
                          static_cast<std::int64_t>(k.channels),
                          metered ? Cell(k.utilisation_mean * 100) : Cell(),
                          k.run_utilisation_mean * 100,
                          k.run_utilisation_least * 100,
                          k.run_utilisation_most * 100};
    if (pauses) row.push_back(metered ? Cell(k.paused_mean * 100) : Cell());
    table.add(std::move(row));
  }
  return table;
}

}  // namespace ebb::inline report
