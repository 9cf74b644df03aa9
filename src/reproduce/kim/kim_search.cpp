#include "reproduce/kim/kim_search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"

namespace ebb::inline reproduce {
namespace {

/// Far off is far off, and a latency that falls is as wrong as one that hardly grows.
double distance(double ours, double paper) {
  return std::min(2.0, std::abs(std::log(std::max(ours, paper / 100) / paper)));
}

struct Case {
  std::string_view id;
  double load;
};

/// Runs the same cases with every machine: results by machine, then by case.
Result<std::vector<std::vector<KimResult>>> run_cases(const std::vector<KimMachine>& machines,
                                                      const std::vector<Case>& each, const Effort& effort) {
  std::vector<KimPoint> points;
  for (const KimMachine& machine : machines)
    for (const Case& one : each) points.push_back({.of = one.id, .load = one.load, .machine = machine});
  auto results = run_kim(points, effort);
  if (!results) return results.problems();
  std::vector<std::vector<KimResult>> all;
  for (std::size_t i = 0; i < machines.size(); ++i)
    all.emplace_back(results->begin() + static_cast<std::ptrdiff_t>(i * each.size()),
                     results->begin() + static_cast<std::ptrdiff_t>((i + 1) * each.size()));
  return all;
}

void sort_by_cost(std::vector<KimCandidate>& all) {
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
}

/// The packet size by the cells that are powered at 50 %. Windows are as many packet times as in `start`, so
/// that the rest of the behaviour does not depend on it.
Result<KimStep> packet_step(const KimMachine& start, const KimAims& aims, const Effort& effort) {
  KimStep step{"packet", "packet size (MTUs of InfiniBand)", {"powered cells with DLS, 50 %"}, {}, 0, 0};
  std::vector<KimMachine> machines;
  for (const Bytes packet : {256_B, 1_KiB, 4_KiB}) {
    machines.push_back(start);
    machines.back().packet = packet, machines.back().window.v = start.window.v * packet.v / start.packet.v;
  }
  const auto results = run_cases(machines, {{"dls", 0.5}}, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const double cells = (*results)[i][0].cells_powered;
    step.best.push_back(
        {machines[i], distance(cells, aims.cells_dls), quantity_text(machines[i].packet), {cells}});
  }
  sort_by_cost(step.best);
  step.candidates = step.runs = machines.size();
  return step;
}

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

/// A reading of what goes off, and of what packets do then.
struct Reading {
  const char *off_unit, *detours, *when_off;
};

std::vector<KimMachine> dls_machines(const KimMachine& start) {
  std::vector<KimMachine> machines;
  for (const Reading& reading : {Reading{"cable", "tree", "detour"},
                                 {"channel", "tree", "detour"},
                                 {"channel", "cycle", "detour"},
                                 {"channel", "cycle", "wake"}})
    for (const double t_max : {0.05, 0.1, 0.2, 0.5})
      for (const double t_low : {0.02, 0.05, 0.1}) {
        KimMachine m = start;
        m.off_unit = reading.off_unit, m.detours = reading.detours, m.when_off = reading.when_off;
        m.t_max = t_max, m.t_low = t_low;
        machines.push_back(m);
      }
  return machines;
}

/// What DLS does, by its latency at 20 % and by the links that are off. What it saves is reported: it cannot
/// be met together with the latency.
Result<KimStep> dls_step(const KimMachine& start, const KimAims& aims, const Effort& effort) {
  KimStep step{"dls",
               "what DLS shuts down",
               {"DLS, 20 %: latency added", "DVS and DLS: fall of the share of links off, 20 to 60 %",
                "DLS, 20 %: energy of the links saved"},
               {},
               0,
               0};
  const std::vector<KimMachine> machines = dls_machines(start);
  const auto results =
      run_cases(machines, {{"adaptive", 0.2}, {"dls", 0.2}, {"both", 0.2}, {"both", 0.6}}, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const KimMachine& m = machines[i];
    const std::vector<KimResult>& r = (*results)[i];
    const double more = more_percent(r[1].latency_us, r[0].latency_us),
                 falls = 100 * (r[2].off_share - r[3].off_share),
                 saved =
                     100 - 100 * (r[1].nm180.links_j / r[1].seconds) / (r[0].nm180.links_j / r[0].seconds);
    step.best.push_back({m,
                         distance(more, aims.dls20_latency) + distance(falls, aims.off_falls),
                         fmt::format("a {} off, {} of a {}, t_max {}, t_low {}", m.off_unit, m.when_off,
                                     m.detours, m.t_max, m.t_low),
                         {more, falls, saved}});
  }
  sort_by_cost(step.best);
  step.candidates = machines.size(), step.runs = 4 * machines.size();
  return step;
}

}  // namespace

Result<KimSearch> search_kim_machine(const KimAims& aims, const Effort& effort) {
  KimSearch search;
  for (const auto step : {dvs_step, packet_step, graph_step, dls_step}) {
    auto done = step(search.chosen, aims, effort);
    if (!done) return done.problems();
    search.chosen = done->best.front().machine;
    search.steps.push_back(std::move(*done));
  }
  return search;
}

}  // namespace ebb::inline reproduce
