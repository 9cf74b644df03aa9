// Steps of the search: the irregular graph, which the paper does not print.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "reproduce/kim/kim_search_steps.hpp"

namespace ebb::inline reproduce {
namespace {

/// Graphs whose shortest paths carry 60 % of the load, with the latencies of the base case.
struct CarryingGraph {
  KimMachine machine;
  double low_us = 0, high_us = 0;
};
Result<std::vector<CarryingGraph>> carrying_graphs(const KimMachine& start, const Effort& effort) {
  std::vector<KimMachine> graphs(effort.quick ? 8 : 64, start);
  for (std::size_t i = 0; i < graphs.size(); ++i) graphs[i].graph = static_cast<std::int64_t>(i + 1);
  const auto base = run_cases(graphs, {{"base", 0.2}, {"base", 0.6}}, effort);
  if (!base) return base.problems();
  std::vector<CarryingGraph> carrying;
  for (std::size_t i = 0; i < graphs.size(); ++i)
    if ((*base)[i][1].keeps_up)
      carrying.push_back({graphs[i], (*base)[i][0].latency_us, (*base)[i][1].latency_us});
  return carrying;
}

/// Every graph with lower thresholds around the chosen one, by the latency of DVS without adaptive routing.
Result<std::vector<KimCandidate>> graphs_by_dvs(const std::vector<CarryingGraph>& graphs, const KimAims& aims,
                                                const Effort& effort) {
  constexpr std::array lows{0.18, 0.19, 0.2};
  std::vector<KimMachine> machines;
  for (const CarryingGraph& one : graphs)
    for (const double low : lows) machines.push_back(one.machine), machines.back().dvs_low = low;
  const auto results = run_cases(machines, {{"dvs", 0.2}, {"dvs", 0.6}}, effort);
  if (!results) return results.problems();
  std::vector<KimCandidate> all;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const CarryingGraph& base = graphs[i / lows.size()];
    const double low = more_percent((*results)[i][0].latency_us, base.low_us),
                 high = more_percent((*results)[i][1].latency_us, base.high_us);
    all.push_back({machines[i],
                   distance(low, aims.dvs20_latency) + distance(high, aims.dvs60_latency),
                   fmt::format("graph {}, lower threshold {}", machines[i].graph, machines[i].dvs_low),
                   {low, high}});
  }
  sort_by_cost(all);
  return all;
}

/// Adds what a candidate comes to with adaptive routing.
Problems add_adaptive(std::vector<KimCandidate>& all, const KimAims& aims, const Effort& effort) {
  std::vector<KimMachine> machines;
  for (const KimCandidate& one : all) machines.push_back(one.machine);
  const auto results = run_cases(
      machines, {{"dls", 0.5}, {"dvs_adaptive", 0.5}, {"adaptive", 0.6}, {"dvs_adaptive", 0.6}}, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<KimResult>& r = (*results)[i];
    const double ratio = r[1].cells_powered / r[0].cells_powered,
                 more = more_percent(r[3].latency_us, r[2].latency_us);
    all[i].reached.insert(all[i].reached.end(), {ratio, more});
    // "Mitigates the penalty at high load": no more than the paper prints without adaptive routing.
    all[i].cost += distance(std::max(more, aims.dvs60_latency), aims.dvs60_latency);
  }
  return {};
}

}  // namespace

/// The graph, and the lower threshold to the hundredth. Adaptive routing is run where DVS comes near without.
Result<KimStep> graph_step(const KimMachine& start, const KimAims& aims, const Effort& effort) {
  constexpr std::size_t near = 12;
  const auto graphs = carrying_graphs(start, effort);
  if (!graphs) return graphs.problems();
  auto all = graphs_by_dvs(*graphs, aims, effort);
  if (!all) return all.problems();
  const std::size_t candidates = all->size();
  all->resize(std::min(candidates, near));
  if (Problems problems = add_adaptive(*all, aims, effort); !problems.empty()) return problems;
  sort_by_cost(*all);
  return KimStep{"graph",
                 "irregular graph and lower threshold",
                 {"DVS, 20 %: latency added", "DVS, 60 %: latency added", "powered cells, DVS over DLS, 50 %",
                  "DVS with adaptive routing, 60 %: latency added"},
                 *all,
                 candidates,
                 2 * graphs->size() + 2 * candidates + 4 * all->size()};
}

}  // namespace ebb::inline reproduce
