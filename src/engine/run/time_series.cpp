#include "engine/run/time_series.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "results/run_series.hpp"
#include "statistics/histogram.hpp"

namespace ebb::inline engine {
namespace {

std::int64_t missing(const Flow& all, const Flow& part) {
  return static_cast<std::int64_t>(all.wire_bytes) - static_cast<std::int64_t>(part.wire_bytes);
}

SeriesSpan span_of(const Batch& batch) {
  return {.offered_bytes = batch.offered.wire_bytes,
          .accepted_bytes = batch.delivered.wire_bytes,
          .packets = batch.delivered.packets,
          .latency_mean_ps = batch.packet_latency.mean_ps(),
          .latency_p50 = batch.packet_latency.percentile(50),
          .latency_p99 = batch.packet_latency.percentile(99)};
}

std::vector<KindInBatch> kinds_of(const UseByKind& use) {
  std::vector<KindInBatch> kinds;
  for (const KindUse& kind : use) {
    if (kind.channels == 0) continue;
    KindInBatch& in_batch = kinds.emplace_back();
    for (const std::int64_t time : kind.time_in) in_batch.time_in.push_back({time});
    in_batch.bytes = static_cast<std::uint64_t>(kind.bytes);
  }
  return kinds;
}

/// The percentiles are dense at both ends, where readers look.
LatencyCurve curve_of(const Batch& measured) {
  LatencyCurve curve;
  for (const double percent : {0.01, 0.1, 0.5, 1.0, 2.0, 5.0}) curve.percent.push_back(percent);
  for (int percent = 10; percent <= 90; percent += 5) curve.percent.push_back(percent);
  for (const double percent :
       {92.0, 94.0, 95.0, 96.0, 97.0, 98.0, 98.5, 99.0, 99.5, 99.8, 99.9, 99.95, 99.99, 100.0})
    curve.percent.push_back(percent);
  const auto fill = [&](const Histogram& histogram, std::vector<Picoseconds>& values) {
    if (histogram.empty()) return;
    for (const double percent : curve.percent) values.push_back(histogram.percentile(percent));
  };
  fill(measured.network_latency, curve.network);
  fill(measured.packet_latency, curve.packet);
  fill(measured.message_latency, curve.message);
  return curve;
}

}  // namespace

RunTimeSeries series_of_run(const Simulation& sim, const BatchSeries& batches, const UseLog& uses,
                            const Judgement& judgement) {
  const std::size_t count = batches.complete(sim.now());
  RunTimeSeries time_series{.length = batches.length(),
                            .first = std::min(judgement.first, count),
                            .end = std::min(judgement.end, count)};
  const auto use = uses.batches(sim.exchange(), batches.length(), count);
  const auto changes = uses.changes(sim.exchange(), batches.length(), count);
  std::int64_t backlog = 0, under_way = 0;
  for (std::size_t i = 0; i < count; ++i) {
    SeriesSpan& span = time_series.spans.emplace_back(span_of(batches[i]));
    span.source_backlog_bytes = backlog += missing(batches[i].offered, batches[i].injected);
    span.in_network_bytes = under_way += missing(batches[i].injected, batches[i].delivered);
    span.changes = changes[i];
    span.kinds = kinds_of(use[i]);
  }
  if (time_series.end > time_series.first)
    time_series.latency = curve_of(batches.total(time_series.first, time_series.end));
  return time_series;
}

}  // namespace ebb::inline engine
