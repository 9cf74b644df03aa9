// Kim, Figures 9 (a) and (b): bursts and a hot spot on the irregular network, compared with the smooth and
// uniform traffic of Figure 7.
#include <fmt/core.h>

#include <cmath>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "reproduce/kim/kim_experiment.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array<std::string_view, 4> cases{"adaptive", "dvs_adaptive", "dls", "both"};
constexpr std::array<int, 2> low_loads{20, 40};

constexpr std::array<double, 2> other_shares{0.05, 0.2};

struct Both {
  const KimResult& smooth;
  const KimResult& bursts;
};

/// The effect of the hot spot's share of the messages, at the lower load.
Problems add_other_shares(Rows& rows, Picoseconds burst, const Effort& effort) {
  std::vector<KimPoint> points;
  for (const double share : other_shares)
    for (std::size_t c = 0; c < 3; ++c)  // without saving, DVS, DLS
      points.push_back({.of = cases[c], .load = low_loads[0] / 100.0, .settings = kim_bursts(share, burst)});
  const auto results = run_kim(points, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < other_shares.size(); ++i)
    for (std::size_t c = 1; c < 3; ++c) {
      const KimResult &full = (*results)[3 * i], &with = (*results)[3 * i + c];
      rows.add_unprinted(
          fmt::format("share_{}.{}.latency", std::lround(100 * other_shares[i]), cases[c]),
          fmt::format("{}, bursts, {:.0f} % of the messages to the hot spot, load {} %: latency added",
                      kim_case(cases[c]).name, 100 * other_shares[i], low_loads[0]),
          "%", 100 * (with.latency_us / full.latency_us - 1));
    }
  return {};
}

}  // namespace

Problems reproduce_kim_fig9(Rows& rows, const Effort& effort) {
  const auto machine = read_kim_machine();
  if (!machine) return machine.problems();
  std::vector<KimPoint> points;
  for (const std::string_view id : cases)
    for (const int load : low_loads) {
      points.push_back({.of = id, .load = load / 100.0, .settings = {}});
      points.push_back(
          {.of = id, .load = load / 100.0, .settings = kim_bursts(kim_hot_share, machine->burst)});
    }
  // A short run has too few bursts for these statements, and a long one takes only two seconds.
  const auto results = run_kim(points, {.quick = false, .quiet = effort.quiet});
  if (!results) return results.problems();
  const auto at = [&](std::size_t c, std::size_t load = 0) {
    const std::size_t place = 2 * (c * low_loads.size() + load);
    return Both{(*results)[place], (*results)[place + 1]};
  };
  const auto energy = [](const KimResult& r) { return r.nanojoules_per_packet(r.nm180); };
  const Both full = at(0), dvs = at(1), dls = at(2), both = at(3);
  const auto penalty = [&](const Both& with) {
    return (with.bursts.latency_us - full.bursts.latency_us) /
           std::max(1e-3, with.smooth.latency_us - full.smooth.latency_us);
  };
  rows.add_statement("dvs_penalty", penalty(dvs), {.above = 1});
  rows.add_statement("dls_penalty", penalty(dls), {.above = 1});
  const auto more_changes = [](const Both& with) { return with.bursts.changes / with.smooth.changes; };
  rows.add_statement("dvs_changes", more_changes(dvs), {.above = 1},
                     "between bursts a link of ours rests at its slowest, in them it is busy; with Poisson "
                     "arrivals it is near a threshold in most windows");
  rows.add_statement("dls_changes", more_changes(dls), {.above = 1},
                     "a burst keeps links on that smooth traffic needs now and then");
  const double saved = 100 * (1 - energy(both.bursts) / energy(full.bursts));
  rows.add_statement("saves", saved, {.above = 100 * near_share});
  const auto relative = [&](const KimResult& a, const KimResult& b, const KimResult& none) {
    return (energy(none) - energy(a)) / (energy(none) - energy(b));
  };
  const double pronounced =
      relative(dls.bursts, dvs.bursts, full.bursts) / relative(dls.smooth, dvs.smooth, full.smooth);
  rows.add_statement("dls_more_pronounced", pronounced, {.above = 1},
                     "a burst of ours passes links that are on, and DVS follows it as well as DLS does");
  for (std::size_t c = 0; c < cases.size(); ++c)
    for (std::size_t i = 0; i < low_loads.size(); ++i) {
      const KimResult& r = at(c, i).bursts;
      const std::string what = fmt::format("{}, bursts, load {} %", kim_case(cases[c]).name, low_loads[i]);
      rows.add_unprinted(fmt::format("{}.{}.latency_us", cases[c], low_loads[i]), what + ": mean latency",
                         "us", r.latency_us);
      rows.add_unprinted(fmt::format("{}.{}.packet_nj", cases[c], low_loads[i]), what + ": energy per packet",
                         "nJ", energy(r));
    }
  return effort.quick ? Problems{} : add_other_shares(rows, machine->burst, effort);
}

}  // namespace ebb::inline reproduce
