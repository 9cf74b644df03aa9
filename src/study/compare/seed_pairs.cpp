#include "study/compare/seed_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/fields.hpp"
#include "report/document/figure_word.hpp"
#include "results/cell.hpp"
#include "results/policy_comparison.hpp"
#include "results/run_result.hpp"
#include "study/compare/kind_power.hpp"

namespace ebb::inline study {
namespace {

constexpr const char* accepted = "accepted.wire_bits_per_s";

/// A short run may end before it is judged saturated, but its accepted load shows the same.
std::string why_no_latency_of(const SeedPair& pair) {
  const StoredRun& run = *pair.run;
  if (run.verdict == name_of(Verdict::finished)) return {};
  if (run.verdict == name_of(Verdict::saturated)) return "saturated, " + run.why;
  const double carried = carried_share({pair}).value_or(1);
  if (carried >= keeps_up_from) return {};
  return fmt::format("it carried only {:.1f} % of what always full rate did", 100 * carried);
}

/// The mean power of a run's channels, as a share of full rate.
struct PowerShares {
  double all = 1, between_switches = 1;
};

PowerShares power_shares(const StoredRun& run) {
  double used = 0, full = 0, used_between = 0, full_between = 0;
  for (const KindPower& kind : kind_powers(run)) {
    used += kind.used, full += kind.at_full;
    if (!kind.of_hosts) used_between += kind.used, full_between += kind.at_full;
  }
  return {full > 0 ? used / full : 1, full_between > 0 ? used_between / full_between : 1};
}

}  // namespace

std::optional<double> figure(const StoredRun& run, const std::string& name) {
  return number_in(figure_named(run.figures, name));
}

std::string energy_figure(const StoredRun& run, const std::string& table) {
  const std::string name = fmt::format("energy.{}.", figure_word(table));
  return name + (figure(run, name + "total_of_full_percent") ? "total_of_full_percent" : "of_full_percent");
}

std::string text_figure(const StoredRun& run, const std::string& name) {
  const Cell cell = figure_named(run.figures, name);
  const auto* text = std::get_if<std::string>(&cell.value());
  return text ? *text : "";
}

std::vector<SeedPair> pairs_of(const SeedGroup& group, const SeedGroup& full) {
  std::vector<SeedPair> pairs;
  for (const StoredRun& run : group)
    for (const StoredRun& other : full)
      if (run.seed == other.seed && run.finished() && other.finished()) pairs.push_back({&run, &other});
  return pairs;
}

std::optional<SeedMean> difference(const std::vector<SeedPair>& pairs, const std::string& name) {
  std::vector<double> own, full;
  for (const SeedPair& pair : pairs) {
    const auto a = figure(*pair.run, name), b = figure(*pair.full, name);
    if (!a || !b) return std::nullopt;
    own.push_back(*a * ps_per_ns), full.push_back(*b * ps_per_ns);
  }
  if (own.empty()) return std::nullopt;
  return paired_difference(own, full);
}

bool certainly_better(const std::vector<SeedPair>& pairs, const std::string& table) {
  if (pairs.size() < 2) return false;
  bool is_less = false;
  for (const std::string& name : {energy_figure(*pairs.front().run, table), std::string(packet_mean)}) {
    const auto more = difference(pairs, name);
    if (!more || !more->half_width || more->mean + *more->half_width > 0) return false;
    is_less = is_less || more->mean + *more->half_width < 0;
  }
  return is_less;
}

std::optional<double> carried_share(const std::vector<SeedPair>& pairs) {
  double own = 0, full = 0;
  for (const SeedPair& pair : pairs)
    own += figure(*pair.run, accepted).value_or(0), full += figure(*pair.full, accepted).value_or(0);
  return full > 0 ? std::optional(own / full) : std::nullopt;
}

std::optional<JobShares> job_shares(const std::vector<SeedPair>& pairs) {
  double time = 0, full_time = 0, energy = 0, between_switches = 0;
  for (const SeedPair& pair : pairs) {
    const auto own = figure(*pair.run, "job.run_time_ps"), full = figure(*pair.full, "job.run_time_ps");
    if (!own || !full) return std::nullopt;
    const PowerShares power = power_shares(*pair.run);
    time += *own, full_time += *full;
    energy += *own * power.all, between_switches += *own * power.between_switches;
  }
  if (full_time <= 0) return std::nullopt;
  return JobShares{time / full_time, energy / full_time, between_switches / full_time};
}

std::string why_no_latency(const std::vector<SeedPair>& pairs, const SeedGroup& group) {
  for (const SeedPair& pair : pairs)
    if (std::string why = why_no_latency_of(pair); !why.empty())
      return pairs.size() == 1 ? why : fmt::format("with seed {}: {}", pair.run->seed, why);
  if (!pairs.empty()) return {};
  return group.empty() ? "it has not been run" : "it came to no result: " + group.front().why;
}

std::optional<LatencyBoundResult> latency_bound_of(const std::vector<SeedPair>& pairs) {
  std::optional<LatencyBoundResult> worst;
  for (const SeedPair& pair : pairs) {
    const auto bound = figure(*pair.run, "latency_bound.bound_ns");
    if (!bound) return std::nullopt;
    LatencyBoundResult latency_bound;
    latency_bound.of = text_figure(*pair.run, "latency_bound.of");
    latency_bound.bound = {std::llround(*bound * ps_per_ns)};
    latency_bound.percent = figure(*pair.run, "latency_bound.percent").value_or(0);
    const auto grown = difference({pair}, latency_bound.of == "p99" ? packet_p99 : packet_mean);
    if (grown) latency_bound.increase_ps = grown->mean;
    if (!worst || latency_bound.increase_ps > worst->increase_ps) worst = latency_bound;
  }
  return worst;
}

}  // namespace ebb::inline study
