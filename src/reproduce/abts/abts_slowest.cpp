// Abts, section 4.2.1: a network that is always at its slowest fails to keep up, the tuned one does not.
#include "base/problem.hpp"
#include "reproduce/abts/founding_experiment.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"

namespace ebb::inline reproduce {

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
                               : Words{.also = saturated, .also_what = "the run saturates"},
                         fmt::format("the run's verdict: {}", name_of(verdict)));
    }
  }
  return {};
}

}  // namespace ebb::inline reproduce
