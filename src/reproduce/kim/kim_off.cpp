// Kim: what a packet does whose link is off, and what goes off. The paper can be read in several ways; every
// sentence on link shutdown is judged under each of them.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

/// A reading, with the settings of its routing and those of its policy.
struct OffReading {
  std::string_view id, name;
  std::vector<std::string> routing, policy;
  bool paths_as_before = false;  ///< without anything off, the same runs as those of the reading before
};

const std::vector<OffReading>& off_readings() {
  static const std::string cycle = "routing.detours=cycle", wake = "routing.when_off=wake",
                           channel = "control.policy.unit=channel";
  static const std::vector<OffReading> all{
      {"detour", "cables, packets go around", {}, {}},
      {"wake", "cables, packets wait 800 ns", {wake}, {}, true},
      {"channel", "channels, packets go around", {cycle}, {channel}},
      {"channel_wake", "channels, packets wait 800 ns", {cycle, wake}, {channel}, true}};
  return all;
}

/// A run of a reading, or without anything off: the same links, all on.
struct OffRun {
  std::string_view of;  ///< id of the case
  int load = 20;
  KimNetwork network = KimNetwork::irregular;
  bool bursts = false;

  auto operator<=>(const OffRun&) const = default;
};

bool is_off_case(std::string_view id) { return id == "dls" || id == "both"; }

constexpr int low_load = 5;  ///< that of the mesh

std::vector<OffRun> off_runs(const Effort& effort) {
  std::vector<OffRun> runs;
  for (const char* id : {"adaptive", "dvs_adaptive", "dls", "both"}) {
    for (const int load : kim_loads) runs.push_back({.of = id, .load = load});
    runs.push_back({.of = id, .load = 20, .bursts = true});
  }
  if (effort.quick) return runs;  // the mesh of a quick run has 16 switches
  for (const char* id : {"adaptive", "dls"})
    for (const KimNetwork network : {KimNetwork::irregular, KimNetwork::mesh})
      runs.push_back({.of = id, .load = low_load, .network = network});
  return runs;
}

/// The results of one reading.
using OffResults = std::map<OffRun, KimResult>;

Result<OffResults> run_reading(const OffReading& reading, const OffResults& before, const Effort& effort) {
  const auto machine = read_kim_machine();
  if (!machine) return machine.problems();
  OffResults out;
  std::vector<OffRun> runs = off_runs(effort);
  if (reading.paths_as_before)
    std::erase_if(runs, [&](const OffRun& run) {
      return !is_off_case(run.of) && out.emplace(run, before.at(run)).second;
    });
  std::vector<KimPoint> points;
  for (const OffRun& run : runs) {
    KimPoint point{
        .of = run.of, .load = run.load / 100.0, .settings = reading.routing, .network = run.network};
    if (is_off_case(run.of))
      point.settings.insert(point.settings.end(), reading.policy.begin(), reading.policy.end());
    if (run.bursts)
      for (std::string& setting : kim_bursts(kim_hot_share, machine->burst))
        point.settings.push_back(std::move(setting));
    points.push_back(std::move(point));
  }
  auto results = run_kim(points, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < runs.size(); ++i) out.emplace(runs[i], std::move((*results)[i]));
  return out;
}

/// Judges sentences of the figures for one reading. The verdict is in the note: how the paper is read is
/// ours.
class JudgedReading {
 public:
  JudgedReading(Rows& rows, const OffReading& reading, const OffResults& results)
      : rows_(rows), reading_(reading), results_(results) {}

  const KimResult& at(std::string_view id, int load = 20) const {
    return results_.at({.of = id, .load = load});
  }
  const KimResult& bursts(std::string_view id) const { return results_.at({.of = id, .bursts = true}); }
  const KimResult& low(std::string_view id, KimNetwork network) const {
    return results_.at({.of = id, .load = low_load, .network = network});
  }

  /// Goes on with the sentences of a figure.
  Problems turn_to(std::string_view figure) {
    auto printed = read_printed("kim", figure);
    if (!printed) return printed.problems();
    printed_ = std::move(*printed);
    return {};
  }
  void number(std::string_view id, double ours) { add_judged(id, ours, judge(value_of(id), ours)); }
  void words(std::string_view id, double ours, const Words& words) {
    add_judged(id, ours, judge(value_of(id), ours, words));
  }
  /// Adds a figure, in percent, that the paper has no sentence for.
  void add(std::string_view id, std::string_view what, double ours) const {
    rows_.add_unprinted(fmt::format("{}.{}", reading_.id, id), fmt::format("{}: {}", reading_.name, what),
                        "%", ours);
  }
  /// Adds how many of the sentences agree.
  void add_count() const {
    rows_.add_unprinted(fmt::format("{}.agree", reading_.id),
                        fmt::format("{}: sentences that agree, of {}", reading_.name, agree_ + differ_), "",
                        agree_);
  }

 private:
  const PrintedValue& value_of(std::string_view id) const {
    const PrintedValue* value = printed_.find(id);
    ENSURE(value != nullptr);
    return *value;
  }
  void add_judged(std::string_view id, double ours, const RowJudgement& judged) {
    const PrintedValue& value = value_of(id);
    if (is_judged(judged.verdict)) ++(judged.verdict == RowVerdict::differs ? differ_ : agree_);
    const std::string paper = value.printed.empty() ? value.value : value.printed;
    rows_.add_unprinted(
        fmt::format("{}.{}", reading_.id, id), fmt::format("{}: {}", reading_.name, value.what), value.unit,
        ours,
        fmt::format("{}{}: {}", paper.empty() ? "" : fmt::format("the paper's {}; ", paper),
                    names_of(judged.verdict)[static_cast<std::size_t>(judged.verdict)], judged.tolerance));
  }

  Rows& rows_;
  const OffReading& reading_;
  const OffResults& results_;
  PrintedValues printed_;
  int agree_ = 0, differ_ = 0;
};

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
  r.number("dls_saved", saved(20));
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
  r.number("slowest_off",
           100 * share_at(r.at("both"), {0}) / share_at(r.at("dvs_adaptive"), BitsPerSecond{640'000'000}));
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
  std::vector<OffResults> all;
  for (const OffReading& reading : off_readings()) {
    auto results = run_reading(reading, all.empty() ? OffResults{} : all.back(), effort);
    if (!results) return results.problems();
    all.push_back(std::move(*results));
  }
  const auto added = [&](std::size_t reading) {
    return all[reading].at({.of = "dls"}).latency_us - all[reading].at({.of = "adaptive"}).latency_us;
  };
  rows.add("wake_time", all[0].at({.of = "dls"}).wake_ns);
  rows.add_unprinted("detour_over_wake", "cables, load 20 %: latency that detours add, over that of waiting",
                     "", added(0) / added(1));
  for (std::size_t i = 0; i < all.size(); ++i) {
    JudgedReading judged(rows, off_readings()[i], all[i]);
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
