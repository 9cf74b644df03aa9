#include "statistics/run_statistics.hpp"

#include <vector>

#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {
namespace {

/// A finished workload has no steady state to which a confidence interval could belong.
bool has_steady_state(const Judgement& judgement) {
  return judgement.intervals && judgement.verdict != Verdict::finished;
}

/// Latencies of one kind: batch by batch, and all together.
struct Samples {
  const BatchSeries& series;
  const Judgement& judgement;
  const Histogram Batch::*kind;
  const Histogram& all;
};

/// The share of samples up to the percentile is a mean over samples like any other, and has its interval. The
/// latencies at the two ends of that interval are those of the percentile's.
std::optional<Interval> percentile_interval(const Samples& samples, double percent) {
  constexpr double least_beyond = 20;  // samples, or the interval is that of a few of them
  const double beyond = (1 - percent / 100) * static_cast<double>(samples.all.count());
  if (beyond < least_beyond) return std::nullopt;
  const Picoseconds value = samples.all.percentile(percent);
  std::vector<BatchSum> below;
  for (std::size_t i = samples.judgement.first; i < samples.judgement.end; ++i) {
    const Histogram& h = samples.series[i].*samples.kind;
    below.push_back({static_cast<double>(h.count()), static_cast<double>(h.count_up_to(value))});
  }
  const auto half = estimate_mean(below).half_width;
  if (!half || percent + 100 * *half >= 100) return std::nullopt;
  return Interval{samples.all.percentile(std::max(0.0, percent - 100 * *half)),
                  samples.all.percentile(percent + 100 * *half)};
}

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
  if (has_steady_state(judgement)) {
    const Samples samples{series, judgement, kind, all};
    result.p50_interval = percentile_interval(samples, 50),
    result.p90_interval = percentile_interval(samples, 90);
    result.p99_interval = percentile_interval(samples, 99);
    result.p999_interval = percentile_interval(samples, 99.9);
  }
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
