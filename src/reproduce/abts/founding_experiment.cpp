#include "reproduce/abts/founding_experiment.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <optional>

#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "results/energy_result.hpp"
#include "results/run_result.hpp"
#include "study/compare/side_by_side.hpp"

namespace ebb::inline reproduce {
namespace {

/// The warm-up is fixed, so that compared runs measure the same traffic.
Result<RunResult> run_variant(const Variant& variant, const Effort& effort) {
  std::vector<std::string> settings;
  settings.push_back(fmt::format("traffic.workload.name={}", variant.workload.traffic));
  settings.push_back(fmt::format("traffic.workload.utilisation={}", variant.workload.utilisation));
  const int microseconds = effort.quick ? variant.milliseconds * 500 : variant.milliseconds * 1000;
  settings.push_back(fmt::format("run.most_time={}us", microseconds));
  settings.push_back(fmt::format("run.least_time={}us", microseconds));
  settings.push_back(fmt::format("run.warm_up={}us", std::max(microseconds / 4, variant.warm_up_us)));
  if (effort.quick)
    for (const char* small : {"topology.c=6", "topology.k=6"}) settings.emplace_back(small);
  settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
  auto input = read_run(data_file("papers/abts-network.toml"), settings);
  if (!input) return input.problems();
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  return run_or_problems(**prepared);
}

double of_full_percent(const RunResult& result, std::string_view table) {
  for (const EnergyResult& e : result.energy)
    if (e.table == table && e.of_full) return 100 * *e.of_full;
  return result.rates.empty() ? 100 : 0;
}

}  // namespace

/// "If we either don't have data or don't have enough credits, utilization will fall", and a change bounds it
/// to 90 % of an epoch: it is a share of the whole epoch.
std::vector<std::string> heuristic(bool paired, int target_percent, int reactivation_ns) {
  return {"control.policy.name=halve_double",
          "control.policy.counted=epoch",
          fmt::format("control.policy.target={}", target_percent / 100.0),
          fmt::format("control.channels={}", paired ? "paired" : "independent"),
          fmt::format("control.reactivation={}ns", reactivation_ns),
          fmt::format("control.epoch={}ns", 10 * reactivation_ns)};
}

/// Each run takes one thread, as many run at a time as there are cores. The order does not matter much,
/// because runs take about as long.
Result<std::vector<RunResult>> run_variants(const std::vector<Variant>& variants, const Effort& effort) {
  std::vector<std::optional<Result<RunResult>>> results(variants.size());
  std::atomic<std::size_t> done{0};
  side_by_side(variants.size(), cores_of_machine(), [&](std::size_t i) {
    results[i] = run_variant(variants[i], effort);
    const std::size_t so_far = ++done;
    // A closed stderr never aborts a run.
    if (!effort.quiet)
      (void)std::fputs(fmt::format("{} of {} runs\n", so_far, variants.size()).c_str(), stderr);
  });
  std::vector<RunResult> all;
  for (auto& result : results) {
    if (!*result) return result->problems();
    all.push_back(std::move(**result));
  }
  return all;
}

double ideal_power_percent(const RunResult& result) { return of_full_percent(result, "ideal"); }
std::optional<double> ideal_power_half_width(const RunResult& result) {
  for (const EnergyResult& e : result.energy)
    if (e.table == "ideal" && e.of_full_half_width) return 100 * *e.of_full_half_width;
  return std::nullopt;
}
double measured_power_percent(const RunResult& result) {
  return of_full_percent(result, "infiniband-36, all optical");
}
double mean_packet_us(const RunResult& result) { return result.statistics.packet_latency.mean_ps / 1e6; }
double mean_message_us(const RunResult& result) { return result.statistics.message_latency.mean_ps / 1e6; }
double kept_up_percent(const RunResult& result) {
  const RunStatistics& s = result.statistics;
  return 100 * s.accepted.wire_bits_per_second / std::max(1.0, s.offered.wire_bits_per_second);
}
bool keeps_up(const RunResult& result) {
  return result.statistics.verdict != Verdict::saturated && kept_up_percent(result) > 90;
}
double utilisation_percent(const RunResult& result) { return 100 * result.ideal_share; }

}  // namespace ebb::inline reproduce
