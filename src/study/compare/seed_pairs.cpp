#include "study/compare/seed_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/fields.hpp"
#include "results/cell.hpp"
#include "results/policy_comparison.hpp"
#include "results/run_result.hpp"

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

}  // namespace

std::optional<double> figure(const StoredRun& run, const std::string& name) {
  return number_in(figure_named(run.figures, name));
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

std::optional<double> carried_share(const std::vector<SeedPair>& pairs) {
  double own = 0, full = 0;
  for (const SeedPair& pair : pairs)
    own += figure(*pair.run, accepted).value_or(0), full += figure(*pair.full, accepted).value_or(0);
  return full > 0 ? std::optional(own / full) : std::nullopt;
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
