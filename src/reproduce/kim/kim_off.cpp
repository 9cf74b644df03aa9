// Kim: what goes off, what a packet does whose link is off, and how long a woken link is slow. The paper can
// be read in several ways; every sentence on link shutdown is judged under each of them.
#include <algorithm>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_judged.hpp"

namespace ebb::inline reproduce {
namespace {

double energy_percent(const KimResult& with, const KimResult& without) {
  return 100 - saved_percent(with, without, &KimResult::nm180);
}

/// Figures 7 and 10.
Problems judge_fig7(JudgedReading& r) {
  if (Problems problems = r.turn_to("kim-fig7"); !problems.empty()) return problems;
  const auto later = [&](int load) {
    return more_percent(r.at("dls", load).latency_us, r.at("adaptive", load).latency_us);
  };
  const auto saved = [&](int load) {
    return saved_percent(r.at("dls", load), r.at("adaptive", load), &KimResult::nm180);
  };
  r.number("dls_latency", later(20));
  r.number("dls_best_latency", later(*std::max_element(kim_loads.begin(), kim_loads.end(),
                                                       [&](int a, int b) { return saved(a) < saved(b); })));
  const auto of_dvs = [&](int load) {
    return energy_percent(r.at("both", load), r.at("dvs_adaptive", load));
  };
  const auto above_best = [&](int load) {
    double best = r.at("adaptive", load).latency_us;
    for (const char* id : {"dvs_adaptive", "dls", "both"}) best = std::min(best, r.at(id, load).latency_us);
    return more_percent(r.at("both", load).latency_us, best);
  };
  r.number("both20_saved", 100 - of_dvs(20));
  r.words("both20_latency", above_best(20), {.above = 100 * near_share});
  r.words("both60_latency", above_best(60), {.below = 100 * near_share});
  r.words("both_saving_shrinks", of_dvs(20) - of_dvs(60),
          {.below = 0, .also = of_dvs(20) < 100, .also_what = "something is saved at 20 %"});
  if (Problems problems = r.turn_to("kim-fig10"); !problems.empty()) return problems;
  r.number("slowest_off", 100 * r.at("both").share_at({0}) / r.at("dvs_adaptive").share_at(kim_slowest));
  r.number("off_falls", 100 * (r.at("both", 20).off_share - r.at("both", 60).off_share));
  return {};
}

Problems judge_fig9(JudgedReading& r) {
  if (Problems problems = r.turn_to("kim-fig9"); !problems.empty()) return problems;
  const auto energy = [](const KimResult& result) { return result.nanojoules_per_packet(result.nm180); };
  const auto of_dvs = [&](const KimResult& none, const KimResult& dvs, const KimResult& dls) {
    return (energy(none) - energy(dls)) / (energy(none) - energy(dvs));
  };
  r.words("dls_penalty",
          (r.bursts("dls").latency_us - r.bursts("adaptive").latency_us) /
              std::max(1e-3, r.at("dls").latency_us - r.at("adaptive").latency_us),
          {.above = 1});
  r.words("dls_changes", r.bursts("dls").changes / r.at("dls").changes, {.above = 1});
  r.words("saves", saved_percent(r.bursts("both"), r.bursts("adaptive"), &KimResult::nm180),
          {.above = 100 * near_share});
  r.words("dls_more_pronounced",
          of_dvs(r.bursts("adaptive"), r.bursts("dvs_adaptive"), r.bursts("dls")) /
              of_dvs(r.at("adaptive"), r.at("dvs_adaptive"), r.at("dls")),
          {.above = 1});
  return {};
}

Problems judge_fig11(JudgedReading& r) {
  if (Problems problems = r.turn_to("kim-fig11"); !problems.empty()) return problems;
  std::vector<double> small;
  double least = r.at("dvs_adaptive").latency_us / r.at("dls").latency_us;
  for (const int load : kim_loads) {
    small.push_back(dls_over_dvs(r.at("dls", load), r.at("dvs_adaptive", load), &KimResult::nm70));
    least = std::min(least, r.at("dvs_adaptive", load).latency_us / r.at("dls", load).latency_us);
  }
  r.words("dvs_better_at_180nm", dls_over_dvs(r.at("dls"), r.at("dvs_adaptive"), &KimResult::nm180),
          {.above = 1});
  r.words("dvs_slowest", least, {.above = 1});
  r.words("crossing", crossing(small), {.above = 40, .below = 50, .printed = true});
  r.number("dls_cells_50", r.at("dls", 50).cells_powered);
  r.number("cells_ratio_50", r.at("dvs_adaptive", 50).cells_powered / r.at("dls", 50).cells_powered);
  return {};
}

Problems judge_mesh(JudgedReading& r) {
  if (Problems problems = r.turn_to("kim-mesh"); !problems.empty()) return problems;
  const auto saved = [&](KimNetwork network) {
    return saved_percent(r.low("dls", network), r.low("adaptive", network), &KimResult::nm180);
  };
  const auto later = [&](KimNetwork network) {
    return r.low("dls", network).latency_us / r.low("adaptive", network).latency_us;
  };
  r.number("saved", saved(KimNetwork::mesh));
  r.number("best_saved", std::max(saved(KimNetwork::mesh), saved(KimNetwork::irregular)));
  r.number("latency", 100 * (later(KimNetwork::mesh) - 1));
  r.words("saving_grows", saved(KimNetwork::mesh) - saved(KimNetwork::irregular), {.above = 0});
  r.words("penalty_constant", later(KimNetwork::mesh) / later(KimNetwork::irregular),
          {.above = 1 - alike_share, .below = 1 + alike_share});
  r.add("low_saved", "15 nodes, load 5 %: energy that DLS saves", saved(KimNetwork::irregular));
  r.add("low_latency", "15 nodes, load 5 %: latency that it adds", 100 * (later(KimNetwork::irregular) - 1));
  return {};
}

}  // namespace

Problems reproduce_kim_off(Rows& rows, const Effort& effort) {
  const auto machine = read_kim_machine();
  if (!machine) return machine.problems();
  const std::vector<OffReading> readings = off_readings(*machine);
  const auto all = run_readings(readings, effort);
  if (!all) return all.problems();
  const auto added = [&](std::size_t reading) {
    return (*all)[reading].at({.of = "dls"}).latency_us - (*all)[reading].at({.of = "adaptive"}).latency_us;
  };
  rows.add("wake_time", (*all)[0].at({.of = "dls"}).wake_ns);
  rows.add_unprinted("detour_over_wake", "cables, load 20 %: latency that detours add, over that of waiting",
                     "", added(0) / added(1));
  for (std::size_t i = 0; i < readings.size(); ++i) {
    JudgedReading judged(rows, readings[i], (*all)[i]);
    for (auto* figure : {judge_fig7, judge_fig9, judge_fig11})
      if (Problems problems = figure(judged); !problems.empty()) return problems;
    if (!effort.quick)
      if (Problems problems = judge_mesh(judged); !problems.empty()) return problems;
    judged.add("off_20", "DLS, load 20 %: links between switches off", 100 * judged.at("dls").off_share);
    judged.add_count();
  }
  return {};
}

}  // namespace ebb::inline reproduce
