// Kim, Figures 7 and 10: 15 nodes at 180 nm, six cases, from 20 to 60 % of the load. Energy of links,
// switches and adapters, latency, energy per packet, and the share of the time at each rate.
#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_experiment.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline reproduce {
namespace {

/// Results by case and load.
class Bars {
 public:
  static Result<Bars> run(const Effort& effort, const std::vector<std::string_view>& cases) {
    std::vector<KimPoint> points;
    for (const std::string_view id : cases)
      for (const int load : kim_loads) points.push_back({.of = id, .load = load / 100.0});
    auto results = run_kim(points, effort);
    if (!results) return results.problems();
    return Bars(cases, std::move(*results));
  }
  const KimResult& at(std::string_view id, int load) const {
    std::size_t place = 0;
    for (std::size_t i = 0; i < cases_.size(); ++i)
      if (cases_[i] == id) place = i * kim_loads.size();
    for (std::size_t i = 0; i < kim_loads.size(); ++i)
      if (kim_loads[i] == load) return results_[place + i];
    return results_[place];
  }
  double latency_more(std::string_view id, std::string_view than, int load) const {
    return more_percent(at(id, load).latency_us, at(than, load).latency_us);
  }
  /// The lowest latency of all cases.
  double best_latency(int load) const {
    double best = at(cases_.front(), load).latency_us;
    for (const std::string_view id : cases_) best = std::min(best, at(id, load).latency_us);
    return best;
  }
  /// The load at which a case saves most of the energy of another.
  int best_load_of(std::string_view id, std::string_view than) const {
    int best = kim_loads[0];
    for (const int load : kim_loads)
      if (energy_of(id, than, load) < energy_of(id, than, best)) best = load;
    return best;
  }
  double energy_of(std::string_view id, std::string_view than, int load) const {
    const KimResult &a = at(id, load), &b = at(than, load);
    return 100 * a.nanojoules_per_packet(a.nm180) / b.nanojoules_per_packet(b.nm180);
  }

 private:
  Bars(std::vector<std::string_view> cases, std::vector<KimResult> results)
      : cases_(std::move(cases)), results_(std::move(results)) {}
  std::vector<std::string_view> cases_;
  std::vector<KimResult> results_;
};

void add_bars(Rows& rows, const Bars& bars) {
  for (const KimCase& one : kim_cases())
    for (const int load : kim_loads) {
      const KimResult& r = bars.at(one.id, load);
      const auto add = [&](const char* id, const char* what, const char* unit, double value) {
        rows.add_unprinted(fmt::format("{}.{}.{}", one.id, load, id),
                           fmt::format("{}, load {} %: {}", one.name, load, what), unit, value,
                           keeping_up_note(r));
      };
      add("links_w", "power of the links", "W", r.nm180.links_j / r.seconds);
      add("switches_w", "power of the switches", "W", r.nm180.switches_j / r.seconds);
      add("adapters_w", "power of the adapters", "W", r.nm180.adapters_j / r.seconds);
      add("latency_us", "mean latency of packets", "us", r.latency_us);
      add("packet_nj", "energy per packet", "nJ", r.nanojoules_per_packet(r.nm180));
    }
}

double growth(const Bars& bars, double KimEnergy::*part) {
  const KimResult &low = bars.at("base", 20), &high = bars.at("base", 60);
  return (high.nm180.*part / high.seconds) / (low.nm180.*part / low.seconds);
}

/// The statements on Figure 7a.
void add_parts(Rows& rows, const Bars& bars) {
  const KimResult& base = bars.at("base", 40);
  rows.add("links_share", 100 * base.nm180.links_j / (base.nm180.links_j + base.nm180.switches_j));
  rows.add("switches_grow", growth(bars, &KimEnergy::switches_j));
  rows.add("adapters_grow", growth(bars, &KimEnergy::adapters_j));
  const double constant = growth(bars, &KimEnergy::links_j);
  rows.add_statement("links_constant", constant, {.above = 0.999, .below = 1.001});
}

/// The statements on Figure 7b.
void add_latencies(Rows& rows, const Bars& bars) {
  rows.add("dvs20_latency", bars.latency_more("dvs", "base", 20));
  rows.add("dvs60_latency", bars.latency_more("dvs", "base", 60));
  rows.add("dls_latency", bars.latency_more("dls", "adaptive", 20));
  rows.add_statement("adaptive_helps_dvs", bars.latency_more("dvs_adaptive", "dvs", 60), {.below = 0});
  rows.add_statement("adaptive_low_load", bars.latency_more("dvs_adaptive", "dvs", 20),
                     {.above = -100 * alike_share, .below = 100 * alike_share});

  double least = bars.latency_more("dvs", "base", kim_loads[0]);
  for (const int load : kim_loads) least = std::min(least, bars.latency_more("dvs", "base", load));
  rows.add_statement("dvs_everywhere", least, {.above = 0});
  const auto above_best = [&](int load) {
    return more_percent(bars.at("both", load).latency_us, bars.best_latency(load));
  };
  rows.add_statement("both20_latency", above_best(20), {.above = 100 * near_share});
  rows.add_statement("both60_latency", above_best(60), {.below = 100 * near_share});
}

/// The statements on Figure 7c, and those of the abstract on DLS.
void add_energies(Rows& rows, const Bars& bars) {
  rows.add("dvs20_energy", bars.energy_of("dvs", "base", 20));
  rows.add_statement("dvs_buffers", bars.at("dvs", 20).cells_in_use / bars.at("base", 20).cells_in_use,
                     {.above = 1});
  rows.add(
      "both20_saved", 100 - bars.energy_of("both", "dvs_adaptive", 20),
      "no machine can: half of the slowest links, the paper's reason, are 36 % of the energy that DVS leaves "
      "at most, from 80 : 20 and the doubling (kim-calibration: half_off_saves)");
  const double of_dvs =
      (100 - bars.energy_of("dls", "adaptive", 20)) / (100 - bars.energy_of("dvs", "base", 20));
  rows.add_statement("dls_moderate", of_dvs, {.above = 0, .below = 1 - near_share},
                     fmt::format("DLS saves {:.1f} %", 100 - bars.energy_of("dls", "adaptive", 20)));
  rows.add_unprinted("dls_few_off", "DLS, load 20 %: links between switches that are off", "%",
                     100 * bars.at("dls", 20).off_share,
                     "\"only a small percentage of links can be shut down completely\" has no number");
  const int best = bars.best_load_of("dls", "adaptive");
  rows.add("dls_best_latency", bars.latency_more("dls", "adaptive", best),
           fmt::format("at {} % of the load", best));
  const double falls = bars.at("base", 60).nanojoules_per_packet(bars.at("base", 60).nm180) /
                       bars.at("base", 20).nanojoules_per_packet(bars.at("base", 20).nm180);
  rows.add_statement("packet_energy_falls", falls, {.below = 1});
  const double of_dvs_20 = bars.energy_of("both", "dvs_adaptive", 20);
  rows.add_statement(
      "both_saving_shrinks", of_dvs_20 - bars.energy_of("both", "dvs_adaptive", 60),
      {.below = 0, .also = of_dvs_20 < 100, .also_what = "something is saved at 20 %"},
      "+3 % means that links sleep between packets. At 20 % such a link saves the 4.5 of 70 mW that it has "
      "at its slowest; at 60 %, where DVS adds 10 %, most are fast, and it saves most of the 70");
}

}  // namespace

Problems reproduce_kim_fig7(Rows& rows, const Effort& effort) {
  std::vector<std::string_view> ids;
  for (const KimCase& one : kim_cases()) ids.push_back(one.id);
  const auto bars = Bars::run(effort, ids);
  if (!bars) return bars.problems();
  add_parts(rows, *bars);
  add_latencies(rows, *bars);
  add_energies(rows, *bars);
  add_bars(rows, *bars);
  return add_kim_choices(rows, effort);
}

Problems reproduce_kim_fig10(Rows& rows, const Effort& effort) {
  const auto bars = Bars::run(effort, {"both", "dvs_adaptive"});
  if (!bars) return bars.problems();
  for (const int load : kim_loads) {
    const KimResult& r = bars->at("both", load);
    rows.add_unprinted(fmt::format("{}.off", load),
                       fmt::format("load {} %: links between switches off", load), "%", 100 * r.off_share);
    for (const RateResult& rate : r.rates)
      rows.add_unprinted(fmt::format("{}.at_{}", load, rate.rate.v / 1'000'000),
                         fmt::format("load {} %: time of all links at {}", load, quantity_text(rate.rate)),
                         "%", 100 * rate.share);
  }
  const KimResult &both = bars->at("both", 20), &dvs = bars->at("dvs_adaptive", 20);
  rows.add("slowest_off", 100 * both.off_share / dvs.slowest_share,
           "of links between switches, as in the row below: only these \"can be shut down\". Of all links it "
           "cannot be half: hosts' are never off, and 44 % is the most (kim-calibration: slow_off)");
  rows.add_unprinted("slowest_off_all", "the same, of all links, hosts' included", "%",
                     100 * both.share_at({0}) / dvs.share_at(kim_slowest));
  rows.add("off_falls", 100 * (bars->at("both", 20).off_share - bars->at("both", 60).off_share));
  return {};
}

}  // namespace ebb::inline reproduce
