#include "report/latency_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

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

Table latency_table(const RunStatistics& s, IntervalsOf shown) {
  Table table{.title = "latency", .columns = {{"what", "latency of"}, {"samples", "samples"}}, .rows = {}};
  const auto column = [&](std::string key, std::string heading) {
    table.columns.push_back({std::move(key), std::move(heading), "ns", Align::right, 1});
  };
  column("mean_ns", "mean"), column("half_width_ns", "+/- 95 %"), column("min_ns", "min");
  const auto has_interval = [&](const PercentileColumn& p) {
    return shown == IntervalsOf::all_percentiles || p.key == "p99";
  };
  for (const PercentileColumn& p : percentile_columns) {
    column(p.key + "_ns", p.heading);
    if (has_interval(p)) column(p.key + "_low_ns", p.heading + " from"), column(p.key + "_high_ns", "to");
  }
  column("max_ns", "max");
  if (shown == IntervalsOf::all_percentiles) column("p99_interpolated_ns", "p99, interpolated");
  for (const auto& [what, l] : latencies(s)) {
    const auto ns = [&](Picoseconds t) { return l->samples ? Cell(static_cast<double>(t.v) / 1e3) : Cell(); };
    std::vector<Cell> row{
        what, static_cast<std::int64_t>(l->samples), l->samples ? Cell(l->mean_ps / 1e3) : Cell(),
        l->samples && l->mean_half_width_ps ? Cell(*l->mean_half_width_ps / 1e3) : Cell(), ns(l->min)};
    for (const PercentileColumn& p : percentile_columns) {
      row.push_back(ns(l->*p.value));
      if (!has_interval(p)) continue;
      const auto& interval = l->*p.interval;
      row.push_back(interval ? ns(interval->low) : Cell());
      row.push_back(interval ? ns(interval->high) : Cell());
    }
    row.push_back(ns(l->max));
    if (shown == IntervalsOf::all_percentiles)
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

std::string no_interval_lines(const RunStatistics& s) {
  std::vector<std::pair<std::string, std::string>> lines;  // the reason, and whose
  for (const auto& [what, l] : latencies(s)) {
    if (l->p99_why.empty()) continue;
    const auto same =
        std::find_if(lines.begin(), lines.end(), [&](const auto& x) { return x.first == l->p99_why; });
    if (same == lines.end())
      lines.emplace_back(l->p99_why, what);
    else
      same->second += std::string(", ") + what;
  }
  std::string out;
  for (const auto& [why, whose] : lines) out += fmt::format("p99 without an interval ({}): {}\n", whose, why);
  return out;
}

Table channel_table(const RunResult& r) {
  Table table{.title = "channels",
              .columns = {{"kind", "channels"},
                          {"channels", "number"},
                          {"utilisation_mean_percent", "busy", "%", Align::right, 2},
                          {"run_utilisation_mean_percent", "whole run: mean", "%", Align::right, 2},
                          {"run_utilisation_min_percent", "least", "%", Align::right, 2},
                          {"run_utilisation_max_percent", "most", "%", Align::right, 2}},
              .rows = {}};
  const bool pauses = r.flow && r.flow->dropped == 0 && r.flow->name != "drop";
  if (pauses) table.columns.push_back({"paused_mean_percent", "paused", "%", Align::right, 2});
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
