// Steps of the search: what DVS reads and how often, by its latency.
#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_search_steps.hpp"

namespace ebb::inline reproduce {
namespace {

std::string dvs_text(const KimMachine& m) {
  return fmt::format("utilisation of {} rate, window {}, thresholds {} and {}",
                     m.dvs_of == "full_rate" ? "full" : "the present", quantity_text(m.window), m.dvs_low,
                     m.dvs_high);
}

std::vector<KimMachine> dvs_machines(const KimMachine& start) {
  std::vector<KimMachine> machines;
  const auto add = [&](const char* of, double low, double high, double windows) {
    KimMachine m = start;
    m.dvs_of = of, m.dvs_low = low, m.dvs_high = high;
    m.window.v = static_cast<std::int64_t>(static_cast<double>(start.window.v) * windows);
    machines.push_back(m);
  };
  for (const double windows : {0.25, 1.0, 4.0}) {
    for (const double low : {0.2, 0.3, 0.5, 0.7}) add("present_rate", low, low + 0.1, windows);
    for (const double low : {0.1, 0.15, 0.19, 0.2}) add("full_rate", low, 0.24, windows);
  }
  return machines;
}

}  // namespace

/// What DVS reads and how often, by its latency at 20 and 60 %. Of each reading the best is kept.
Result<KimStep> dvs_step(const KimMachine& start, const KimAims& aims, const Effort& effort) {
  KimStep step{"dvs", "what DVS reads", {"DVS, 20 %: latency added", "DVS, 60 %: latency added"}, {}, 0, 0};
  const auto base = run_cases({start}, {{"base", 0.2}, {"base", 0.6}}, effort);
  if (!base) return base.problems();
  const std::vector<KimMachine> machines = dvs_machines(start);
  const auto results = run_cases(machines, {{"dvs", 0.2}, {"dvs", 0.6}}, effort);
  if (!results) return results.problems();
  std::vector<KimCandidate> all;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const double low = more_percent((*results)[i][0].latency_us, (*base)[0][0].latency_us),
                 high = more_percent((*results)[i][1].latency_us, (*base)[0][1].latency_us);
    all.push_back({machines[i],
                   distance(low, aims.dvs20_latency) + distance(high, aims.dvs60_latency),
                   dvs_text(machines[i]),
                   {low, high}});
  }
  sort_by_cost(all);
  step.best.push_back(all.front());
  for (const KimCandidate& one : all)
    if (one.machine.dvs_of != all.front().machine.dvs_of) {
      step.best.push_back(one);
      break;
    }
  step.candidates = machines.size(), step.runs = 2 * machines.size() + 2;
  return step;
}

}  // namespace ebb::inline reproduce
