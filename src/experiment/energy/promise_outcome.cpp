#include "experiment/energy/promise_outcome.hpp"

#include "power/policy/promise.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the figure without the steps of the histogram, which are as long as some bounds.
double figure_of(PromisedFigure which, const LatencyResult& latency) {
  return which == PromisedFigure::mean ? latency.mean_ps : latency.p99_interpolated_ps;
}

/// Returns the promised percentage of the figure that the policy knows.
Picoseconds percentage(const Promise& promise, const std::optional<RunStatistics>& full) {
  double base = static_cast<double>(promise.baseline.v);
  if (promise.baseline.v == 0 && full)
    base = promise.of == PromisedFigure::mean ? full->packet_latency.mean_ps
                                              : static_cast<double>(full->packet_latency.p99.v);
  return {static_cast<std::int64_t>(base * promise.percent / 100)};
}

}  // namespace

std::optional<PromiseResult> promise_outcome(const Policy* policy, const std::optional<RunStatistics>& full,
                                             const RunStatistics& run) {
  const auto* promise = dynamic_cast<const Promise*>(policy);
  if (!promise) return {};
  PromiseResult result;
  result.of = name_of(promise->of), result.percent = promise->percent;
  if (full) {
    result.full_rate_ps = figure_of(promise->of, full->packet_latency);
    result.full_rate_run = full->verdict;
  } else if (promise->baseline.v > 0) {
    result.full_rate_ps = static_cast<double>(promise->baseline.v);
  }
  result.bound = promise->percent > 0 ? percentage(*promise, full) : promise->bound;
  if (result.full_rate_ps && run.packet_latency.samples > 0)
    result.increase_ps = figure_of(promise->of, run.packet_latency) - *result.full_rate_ps;
  return result;
}

}  // namespace ebb::inline experiment
