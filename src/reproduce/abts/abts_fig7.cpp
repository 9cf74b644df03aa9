// Abts, Figure 7: the fraction of time at each speed, Search, link pairs against independent channels; and
// the same for Uniform, whose charts the paper does not show.
#include <algorithm>
#include <cmath>

#include "base/problem.hpp"
#include "reproduce/abts/founding_experiment.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {
namespace {

double share_percent(const RateResult& rate) { return 100 * (rate.share + rate.changing_share); }

double share_from_10_gbps(const RunResult& result) {
  double sum = 0;
  for (const RateResult& rate : result.rates)
    if (rate.rate >= 10_Gbps) sum += share_percent(rate);
  return sum;
}

double greatest_difference(const RunResult& a, const RunResult& b) {
  double apart = 0;
  for (std::size_t i = 0; i < a.rates.size(); ++i)
    apart = std::max(apart, std::abs(share_percent(a.rates[i]) - share_percent(b.rates[i])));
  return apart;
}

}  // namespace

Problems reproduce_abts_fig7(Rows& rows, const Effort& effort) {
  const FoundingWorkload &uniform = founding_workloads[0], &search = founding_workloads[1];
  auto results = run_variants({{search, heuristic(true)},
                               {search, heuristic(false)},
                               {uniform, heuristic(true)},
                               {uniform, heuristic(false)}},
                              effort);
  if (!results) return results.problems();
  const RunResult &paired = (*results)[0], &independent = (*results)[1];
  for (const auto& [id, name, result] :
       {std::tuple{"paired", "link pairs", &paired}, {"independent", "independent channels", &independent}}) {
    for (const RateResult& rate : result->rates)
      rows.add_unprinted(fmt::format("{}.{}_gbps", id, rate.rate.gbps()),
                         fmt::format("Search, {}: time at {} Gb/s", name, rate.rate.gbps()), "%",
                         share_percent(rate), "changes of rate count as their faster one");
    const double slowest = share_percent(result->rates.front());
    rows.add_statement(fmt::format("{}.mostly_slowest", id), slowest, {.above = 50});
  }
  const double ratio = share_from_10_gbps(independent) / share_from_10_gbps(paired);
  rows.add("independent_over_paired_fast", ratio,
           "our Search is a stand-in for a trace that is not public; how asymmetric it is decides this");
  const double more = share_percent(independent.rates.front()) - share_percent(paired.rates.front());
  rows.add_statement("independent_slower", more, {.above = 0});
  const RunResult &uniform_paired = (*results)[2], &uniform_independent = (*results)[3];
  rows.add_statement(
      "uniform_apart",
      std::max(greatest_difference(uniform_paired, paired),
               greatest_difference(uniform_independent, independent)),
      {.below = 100 * alike_share},
      fmt::format(
          "Uniform is at 2.5 Gb/s for {:.1f} % (link pairs) and {:.1f} % (independent channels) of the time",
          share_percent(uniform_paired.rates.front()), share_percent(uniform_independent.rates.front())));
  return {};
}

}  // namespace ebb::inline reproduce
