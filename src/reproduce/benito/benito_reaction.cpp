// Benito, section V-A and Table II: a controller that re-routes some time after the traffic changes, compared
// with rules that react by themselves. Phases alternate between uniform and adversarial traffic, one per
// iteration of an application. The controller loads minimal tables for uniform and detours for adversarial
// traffic, each with its delay. Until then the tables of the previous phase are in force; if the delay
// exceeds a phase, always.
//
// Networks become steady within some 100 us and phases last milliseconds. So on a network of the paper's size
// each phase is a weighted mean of two separate simulations, with the wrong and with the right tables. That
// omits the backlog that hosts carry from one to the other. So a small network is also simulated with its
// phases and with tables that change during the run (phased_runs.hpp).
#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "reproduce/benito/replayed_kernels.hpp"
#include "reproduce/ethernet/ethernet_experiment.hpp"
#include "reproduce/ethernet/phased_runs.hpp"

namespace ebb::inline reproduce {
namespace {

struct Kernel {
  std::string_view id, name;
  double iteration_ms;
};
constexpr std::array<Kernel, 7> kernels{{{"cg", "CG", 1.6},
                                         {"bt", "BT", 29},
                                         {"ft", "FT", 58},
                                         {"is", "IS", 10},
                                         {"lu", "LU", 52},
                                         {"mg", "MG", 11},
                                         {"sp", "SP", 22}}};
constexpr std::array delays_ms{70, 5, 1};
constexpr double offered = 0.4;

/// Over both kinds of phases.
struct Outcome {
  double accepted = 0, latency_us = 0;
};

Outcome of_both(const EthernetResult& a, const EthernetResult& b) {
  return {(a.accepted.value + b.accepted.value) / 2, (a.latency_us.value + b.latency_us.value) / 2};
}

/// The share of each phase that uses the tables of the previous phase.
double late_share(double delay_ms, double iteration_ms) { return std::min(1.0, delay_ms / iteration_ms); }

void add_kernel(Rows& rows, const Kernel& kernel, const Outcome& right, const Outcome& wrong) {
  rows.add(fmt::format("{}.iteration_ms", kernel.id), kernel.iteration_ms);
  for (const int delay : delays_ms) {
    const double late = late_share(delay, kernel.iteration_ms);
    rows.add_unprinted(fmt::format("{}.controller_{}_ms", kernel.id, delay),
                       fmt::format("{}, controller after {} ms: accepted", kernel.name, delay), "%",
                       100 * (late * wrong.accepted + (1 - late) * right.accepted),
                       fmt::format("the wrong tables are in force for {:.0f} % of each phase", 100 * late));
  }
}

/// The shortest iteration, or all of them.
std::vector<Kernel> kernels_in_phases(const Effort& effort) {
  return {kernels.begin(), effort.quick ? kernels.begin() + 1 : kernels.end()};
}

void add_phased(Rows& rows, const Kernel& kernel, const std::string& id, const std::string& what,
                const PhasedResult& result) {
  rows.add_unprinted(fmt::format("{}.phased.{}", kernel.id, id),
                     fmt::format("{} on 72 hosts, {}: accepted", kernel.name, what), "%",
                     100 * result.accepted, "of two phases in one run");
  rows.add_unprinted(fmt::format("{}.phased.{}_latency_us", kernel.id, id),
                     fmt::format("{} on 72 hosts, {}: mean latency", kernel.name, what), "us",
                     result.latency_us, "with what waited since earlier phases");
}

Problems add_phases(Rows& rows, const Effort& effort) {
  std::vector<PhasedRun> runs;
  for (const Kernel& kernel : kernels_in_phases(effort)) {
    for (const int delay : delays_ms) runs.push_back({kernel.iteration_ms, delay});
    runs.push_back({kernel.iteration_ms, {}});
  }
  const auto results = run_phases(runs, effort);
  if (!results) return results.problems();
  std::size_t i = 0;
  for (const Kernel& kernel : kernels_in_phases(effort)) {
    for (const int delay : delays_ms)
      add_phased(rows, kernel, fmt::format("controller_{}_ms", delay),
                 fmt::format("controller after {} ms", delay), (*results)[i++]);
    add_phased(rows, kernel, "conditional", "conditional rules", (*results)[i++]);
  }
  return {};
}

}  // namespace

Problems reproduce_benito_reaction(Rows& rows, const Effort& effort) {
  std::vector<EthernetPoint> points;
  for (const char* tables : {"minimal_rules", "detours", "remedy", "conditional"})
    for (const bool adversarial : {false, true}) points.push_back({tables, adversarial, offered});
  auto results = run_points(points, effort);
  if (!results) return results.problems();
  const auto& r = *results;
  const Outcome right = of_both(r[0], r[3]), wrong = of_both(r[1], r[2]), conditional = of_both(r[4], r[5]),
                by_pause = of_both(r[6], r[7]);
  rows.add_unprinted("offered", "offered in both phases", "%", 100 * offered);
  rows.add_unprinted("right_tables", "tables that fit the phase: accepted", "%", 100 * right.accepted);
  rows.add_unprinted("wrong_tables", "tables of the phase before: accepted", "%", 100 * wrong.accepted);
  rows.add_unprinted("conditional", "conditional rules with the remedy, whatever the iteration: accepted",
                     "%", 100 * conditional.accepted);
  rows.add_unprinted("by_pause", "conditional rules by pauses alone, whatever the iteration: accepted", "%",
                     100 * by_pause.accepted, "the bottleneck routers starve");
  rows.add_unprinted("right_latency_us", "tables that fit the phase: mean latency", "us", right.latency_us);
  rows.add_unprinted(
      "wrong_latency_us", "tables of the phase before: mean latency", "us", wrong.latency_us,
      fmt::format("in {} us; it grows as long as the phase lasts", length_of(points[1]).time_us));
  rows.add_unprinted("conditional_latency_us", "conditional rules with the remedy: mean latency", "us",
                     conditional.latency_us);
  rows.add_unprinted("by_pause_latency_us", "conditional rules by pauses alone: mean latency", "us",
                     by_pause.latency_us);
  double never = 0;
  for (const Kernel& kernel : kernels) {
    add_kernel(rows, kernel, right, wrong);
    never += late_share(delays_ms[0], kernel.iteration_ms) == 1;
  }
  rows.add_statement("controller_gains_nothing", never,
                     {.also = never == kernels.size(), .also_what = "all of them"});
  if (Problems problems = add_replayed_kernels(rows, effort); !problems.empty()) return problems;
  return add_phases(rows, effort);
}

}  // namespace ebb::inline reproduce
