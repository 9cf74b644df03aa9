#include "statistics/run_statistics.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/units.hpp"
#include "statistics/batch_means.hpp"

namespace ebb::inline statistics {
namespace {

/// Without a steady state a confidence interval has no meaning.
bool has_steady_state(const Judgement& judgement) { return judgement.no_intervals.empty(); }

/// Latencies of one kind: by batch, and all together.
struct Samples {
  const BatchSeries& series;
  const Judgement& judgement;
  const Histogram Batch::*kind;
  const Histogram& all;
};

/// The interval of a percentile, or why there is none.
struct Known {
  std::optional<Interval> interval;
  std::string why;
};

/// The fraction of samples up to the percentile is a mean over samples like any other, and has its interval.
/// The latencies at the two ends of that interval are the ends of the percentile's.
Known percentile_interval(const Samples& samples, double percent) {
  constexpr double least_beyond = 20;  // samples; with fewer, the interval depends on a few of them
  if (!has_steady_state(samples.judgement)) return {{}, samples.judgement.no_intervals};
  const double beyond = (1 - percent / 100) * static_cast<double>(samples.all.count());
  if (beyond < least_beyond)
    return {{}, fmt::format("{:.0f} of the {} samples that must lie beyond it", beyond, least_beyond)};
  const Picoseconds value = samples.all.percentile(percent);
  std::vector<BatchSum> below;
  for (std::size_t i = samples.judgement.first; i < samples.judgement.end; ++i) {
    const Histogram& h = samples.series[i].*samples.kind;
    below.push_back({static_cast<double>(h.count()), static_cast<double>(h.count_up_to(value))});
  }
  const Estimate share = estimate_mean(below);
  if (!share.half_width) return {{}, why_no_interval(share, below.size())};
  const double points = 100 * *share.half_width;
  if (percent + points >= 100) return {{}, "it may be as large as the largest sample, or larger"};
  return {Interval{samples.all.percentile(std::max(0.0, percent - points)),
                   samples.all.percentile(percent + points)},
          {}};
}

void set_intervals(LatencyResult& result, const Samples& samples) {
  const auto set = [&](double percent, std::optional<Interval>& interval, std::string& why) {
    Known known = percentile_interval(samples, percent);
    interval = known.interval, why = std::move(known.why);
  };
  set(50, result.p50_interval, result.p50_why);
  set(90, result.p90_interval, result.p90_why);
  set(99, result.p99_interval, result.p99_why);
  set(99.9, result.p999_interval, result.p999_why);
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
  set_intervals(result, {series, judgement, kind, all});
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
