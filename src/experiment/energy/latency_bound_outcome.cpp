#include "experiment/energy/latency_bound_outcome.hpp"

#include "base/fields.hpp"
#include "base/units.hpp"
#include "power/policy/latency_bound.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the exact figure. The histogram's steps are as long as some bounds, so it is not used.
double figure_of(BoundedFigure which, const LatencyResult& latency) {
  return which == BoundedFigure::mean ? latency.mean_ps : latency.p99_interpolated_ps;
}

/// Returns the bounded percentage of the figure that the policy knows.
Picoseconds percentage(const LatencyBound& latency_bound, const std::optional<RunStatistics>& full) {
  double base = static_cast<double>(latency_bound.baseline.v);
  if (latency_bound.baseline.v == 0 && full)
    base = latency_bound.of == BoundedFigure::mean ? full->packet_latency.mean_ps
                                                   : static_cast<double>(full->packet_latency.p99.v);
  return {static_cast<std::int64_t>(base * latency_bound.percent / 100)};
}

}  // namespace

std::optional<LatencyBoundResult> latency_bound_outcome(const Policy* policy,
                                                        const std::optional<RunStatistics>& full,
                                                        const RunStatistics& run) {
  const auto latency_bound = policy ? policy->requirements().latency_bound : std::nullopt;
  if (!latency_bound) return {};
  LatencyBoundResult result;
  result.of = name_of(latency_bound->of), result.percent = latency_bound->percent;
  if (full) {
    result.full_rate_ps = figure_of(latency_bound->of, full->packet_latency);
    result.full_rate_run = full->verdict;
  } else if (latency_bound->baseline.v > 0) {
    result.full_rate_ps = static_cast<double>(latency_bound->baseline.v);
  }
  result.bound = latency_bound->percent > 0 ? percentage(*latency_bound, full) : latency_bound->bound;
  if (result.full_rate_ps && run.packet_latency.samples > 0)
    result.increase_ps = figure_of(latency_bound->of, run.packet_latency) - *result.full_rate_ps;
  return result;
}

}  // namespace ebb::inline experiment
