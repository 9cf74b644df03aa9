// Abts, section 4.2.1: a network that is always at its slowest fails to keep up, the tuned one does not; and
// section 4.2.2: neither does one with a target far above 75 %.
#include <algorithm>
#include <span>

#include "base/problem.hpp"
#include "reproduce/abts/founding_experiment.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"

namespace ebb::inline reproduce {
namespace {

/// Our reading of "much higher than 75 %".
constexpr int high_target = 95;

/// As elsewhere: the run's verdict is that it saturates, or it carries less than nine tenths of its load.
constexpr const char* falls_behind = "less than 90 % is carried, or the run saturates";

/// The traces with link pairs and a target that is too high.
void add_high_target(Rows& rows, std::span<const RunResult> results) {
  double least = 100, latest = 0;
  bool none_keeps_up = true;
  for (const RunResult& r : results) {
    least = std::min(least, kept_up_percent(r)), latest = std::max(latest, mean_packet_us(r));
    none_keeps_up = none_keeps_up && !keeps_up(r);
  }
  rows.add_statement("high_target_percent", least, {.also = none_keeps_up, .also_what = falls_behind},
                     fmt::format("packets take up to {:.0f} us in the mean", latest));
}

}  // namespace

Problems reproduce_abts_slowest(Rows& rows, const Effort& effort) {
  std::vector<Variant> variants;
  for (const FoundingWorkload& w : founding_workloads) {
    // Overload shows as a growing backlog, which takes longer than the other runs. The run ends once it
    // shows.
    variants.push_back({w,
                        {"control.policy.name=static", "control.policy.rate=2.5Gb/s", "run.least_time=0us",
                         "run.warm_up=-1ns"},
                        40});
    variants.push_back({w, heuristic(false)});
  }
  const std::size_t high_targets = variants.size();
  for (std::size_t i = 1; i < founding_workloads.size(); ++i)
    variants.push_back({founding_workloads[i], heuristic(true, high_target), 12});
  auto results = run_variants(variants, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < founding_workloads.size(); ++i) {
    const FoundingWorkload& w = founding_workloads[i];
    for (const bool tuned : {false, true}) {
      const RunResult& r = (*results)[2 * i + (tuned ? 1 : 0)];
      const Verdict verdict = r.statistics.verdict;
      const bool saturated = verdict == Verdict::saturated;
      rows.add_statement(fmt::format("{}.{}_percent", w.id, tuned ? "tuned" : "slowest"), kept_up_percent(r),
                         tuned ? Words{.above = 100 * (1 - alike_share),
                                       .also = !saturated,
                                       .also_what = "the run is not saturated"}
                               : Words{.also = !keeps_up(r), .also_what = falls_behind},
                         fmt::format("the run's verdict: {}", name_of(verdict)));
    }
  }
  add_high_target(rows, std::span(*results).subspan(high_targets));
  return {};
}

}  // namespace ebb::inline reproduce
