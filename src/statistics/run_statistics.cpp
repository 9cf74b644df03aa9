#include "statistics/run_statistics.hpp"

#include <vector>

#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {
namespace {

/// A finished workload has no steady state to which a confidence interval could belong.
bool has_steady_state(const Judgement& judgement) { return judgement.verdict != Verdict::finished; }

LatencyResult latency_result(const BatchSeries& series, const Judgement& judgement,
                             const Histogram Batch::*kind) {
  Histogram all;
  for (std::size_t i = judgement.first; i < judgement.end; ++i) all.merge(series[i].*kind);
  LatencyResult result;
  result.samples = all.count(), result.mean_ps = all.mean_ps();
  if (has_steady_state(judgement))
    result.mean_half_width_ps = estimate_latency(series, judgement.first, judgement.end, kind).half_width;
  result.min = all.min(), result.max = all.max();
  result.p50 = all.percentile(50), result.p90 = all.percentile(90);
  result.p99 = all.percentile(99), result.p999 = all.percentile(99.9);
  result.p99_interpolated_ps = all.interpolated_percentile_ps(99);
  return result;
}

LoadResult load_result(const Flow& flow, double seconds) {
  return {.packets_per_second = static_cast<double>(flow.packets) / seconds,
          .wire_bits_per_second = static_cast<double>(flow.wire_bytes) * 8 / seconds,
          .payload_bits_per_second = static_cast<double>(flow.payload_bytes) * 8 / seconds};
}

void set_loads(RunStatistics& result, const BatchSeries& series, const Judgement& judgement) {
  const double seconds = (judgement.until - judgement.from).seconds();
  if (seconds <= 0) return;
  Flow offered, delivered;
  std::vector<BatchSum> accepted;
  for (std::size_t i = judgement.first; i < judgement.end; ++i) {
    offered.merge(series[i].offered);
    delivered.merge(series[i].delivered);
    accepted.push_back({series.length().seconds(), static_cast<double>(series[i].delivered.wire_bytes) * 8});
  }
  result.offered = load_result(offered, seconds);
  result.accepted = load_result(delivered, seconds);
  if (has_steady_state(judgement))
    result.accepted_half_width_bits_per_second = estimate_mean(accepted).half_width;
}

}  // namespace

RunStatistics statistics_of(const BatchSeries& series, const Judgement& judgement) {
  RunStatistics result;
  result.verdict = judgement.verdict, result.why = judgement.why;
  result.measured_from = judgement.from, result.measured_until = judgement.until;
  set_loads(result, series, judgement);
  result.network_latency = latency_result(series, judgement, &Batch::network_latency);
  result.packet_latency = latency_result(series, judgement, &Batch::packet_latency);
  result.message_latency = latency_result(series, judgement, &Batch::message_latency);
  for (std::size_t i = 0; i < judgement.end; ++i) {
    const Batch& b = series[i];
    result.source_backlog_bytes += static_cast<std::int64_t>(b.offered.wire_bytes - b.injected.wire_bytes);
    result.in_network_bytes += static_cast<std::int64_t>(b.injected.wire_bytes - b.delivered.wire_bytes);
  }
  return result;
}

}  // namespace ebb::inline statistics
