// Abts, Figure 8: power of the network relative to full speed, three workloads, link pairs and independent
// channels, the measured chip and ideal channels.
#include <algorithm>

#include "base/problem.hpp"
#include "reproduce/abts/founding_experiment.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {

Problems reproduce_abts_fig8(Rows& rows, const Effort& effort) {
  std::vector<Variant> variants;
  for (const FoundingWorkload& w : founding_workloads)
    for (const auto& settings : {std::vector<std::string>{}, heuristic(true), heuristic(false)})
      variants.push_back({w, settings});
  auto results = run_variants(variants, effort);
  if (!results) return results.problems();
  double most_advantage = 0, over_ideal = 0, of_traces = 0;
  for (std::size_t i = 0; i < founding_workloads.size(); ++i) {
    const FoundingWorkload& w = founding_workloads[i];
    const RunResult &full = (*results)[3 * i], &paired = (*results)[3 * i + 1],
                    &independent = (*results)[3 * i + 2];
    const auto id = [&](std::string_view what) { return fmt::format("{}.{}", w.id, what); };
    rows.add(id("utilisation_percent"), utilisation_percent(full), "measured in the run at full speed");
    rows.add(id("ideal_independent_percent"), ideal_power_percent(independent), "",
             ideal_power_half_width(independent));
    rows.add_unprinted(id("ideal_paired_percent"), fmt::format("{}: power, ideal link pairs", w.name), "%",
                       ideal_power_percent(paired));
    const double measured = measured_power_percent(independent);
    rows.add_statement(id("measured_independent_percent"), measured,
                       {.above = 42, .below = 42 * (1 + near_share)},
                       "the chip's table is fitted between what the paper prints of it");
    rows.add_unprinted(id("measured_paired_percent"),
                       fmt::format("{}: power, link pairs of the measured chip", w.name), "%",
                       measured_power_percent(paired));
    const double advantage = 100 / ideal_power_percent(independent);
    most_advantage = std::max(most_advantage, advantage);
    if (i == 0) continue;
    rows.add_unprinted(id("ideal_advantage"),
                       fmt::format("{}: full power over power, ideal independent channels", w.name), "x",
                       advantage, "the inverse of the power above");
    of_traces += ideal_power_percent(independent) / 2;
    over_ideal += ideal_power_percent(independent) / utilisation_percent(full) / 2;
  }
  rows.add("ideal_advantage", 100 / of_traces, "one number for both: of the mean of their powers");
  rows.add("most_advantage", most_advantage, "the greatest of the three");
  rows.add("most_saved_percent", 100 - 100 / most_advantage);
  rows.add("over_ideal", over_ideal, "power over the utilisation at full speed; mean of the two");
  return {};
}

}  // namespace ebb::inline reproduce
