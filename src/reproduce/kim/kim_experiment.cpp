#include "reproduce/kim/kim_experiment.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/ensure.hpp"
#include "base/quantity.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "reproduce/abts/founding_experiment.hpp"
#include "reproduce/all_of.hpp"
#include "results/component_result.hpp"
#include "results/decisions.hpp"

namespace ebb::inline reproduce {
namespace {

using Settings = std::vector<std::string>;

Settings joined(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The settings of one of the six bars.
Settings case_settings(const KimCase& one, const KimMachine& machine) {
  Settings all;
  if (one.adaptive) all = machine.adaptive();
  if (one.dvs && one.dls) return joined(std::move(all), machine.both());
  if (one.dvs) return joined(std::move(all), machine.dvs());
  if (one.dls) return joined(std::move(all), machine.dls());
  return all;
}

Settings load_of(const KimPoint& point, const Effort& effort) {
  const int scale = effort.quick ? 10 : 1;
  switch (point.network) {
    case KimNetwork::video:
      return {fmt::format("traffic.workload.load={}", point.load),
              fmt::format("traffic.workload.scale={}", scale)};
    case KimNetwork::mixed:
      return {fmt::format("traffic.load={}", point.load / 2),
              fmt::format("traffic.video.load={}", point.load / 2),
              fmt::format("traffic.video.scale={}", scale)};
    default:
      return {fmt::format("traffic.load={}", point.load)};
  }
}

/// Runs last for some observation windows; with video, for six frames, or twelve that are a tenth as long.
std::int64_t microseconds_of(const KimPoint& point, const KimMachine& machine, const Effort& effort) {
  if (point.network == KimNetwork::video || point.network == KimNetwork::mixed)
    return effort.quick ? 40'000 : 200'000;
  const int windows = point.network == KimNetwork::mesh ? 32 : 100;  // the mesh has four times as many hosts
  return machine.window.v * windows / (effort.quick ? 4 : 1) / 1'000'000;
}

Settings settings_of(const KimPoint& point, const KimMachine& machine, const Effort& effort) {
  const std::int64_t microseconds = microseconds_of(point, machine, effort);
  Settings settings{fmt::format("run.most_time={}us", microseconds),
                    fmt::format("run.least_time={}us", microseconds),
                    fmt::format("run.warm_up={}us", microseconds / 5)};
  if (point.network == KimNetwork::mesh && effort.quick) settings.emplace_back("topology.sizes=[4, 4]");
  settings = joined(std::move(settings),
                    machine.network(point.network != KimNetwork::mesh, point.network != KimNetwork::video));
  settings = joined(std::move(settings), load_of(point, effort));
  return joined(joined(std::move(settings), case_settings(kim_case(point.of), machine)), point.settings);
}

KimEnergy energy_of(const ComponentResult& result) {
  KimEnergy out;
  for (const ComponentEnergy& part : result.parts) {
    const double joules = part.energy ? part.energy->v : 0;
    (part.group == ComponentGroup::link             ? out.links_j
     : part.group == ComponentGroup::network_switch ? out.switches_j
                                                    : out.adapters_j) += joules;
    if (part.part.starts_with("buffers")) out.buffers_j += joules;
    if (part.part == "buffers: leakage") out.leakage_j = joules;
  }
  out.sleeping_j = result.sleeping_leakage ? result.sleeping_leakage->v : out.leakage_j;
  return out;
}

/// Returns the share of the time that links between switches spend at a rate. Only these can be off.
double share_between_switches(const RunResult& result, BitsPerSecond rate) {
  double at_rate = 0, all = 0;
  for (const ChannelKindResult& kind : result.channels) {
    if (kind.name == "to host" || kind.name == "from host") continue;
    for (std::size_t i = 0; i < kind.time_in.size(); ++i) {
      const double seconds = kind.time_in[i].seconds();
      all += seconds;
      if (i < result.rates.size() && result.rates[i].rate == rate) at_rate += seconds;
    }
  }
  return all > 0 ? at_rate / all : 0;
}

/// Changes of the channels' requested levels per second of the whole run.
double changes_per_second(const RunResult& result) {
  double changes = 0;
  for (const ReasonCount& reason : result.reasons) changes += static_cast<double>(reason.changes);
  return changes / result.simulated.seconds();
}

Result<KimResult> run_one(const KimPoint& point, const KimMachine& machine, const Effort& effort) {
  constexpr std::array<const char*, 4> files{"papers/kim-network.toml", "papers/kim-mesh.toml",
                                             "papers/kim-video.toml", "papers/kim-network.toml"};
  auto input = read_run(data_file(files[static_cast<std::size_t>(point.network)]),
                        settings_of(point, machine, effort));
  if (!input) return input.problems();
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  const auto run_result = run_or_problems(**prepared);
  if (!run_result) return run_result.problems();
  const RunResult& r = *run_result;
  ENSURE(r.components.size() == 2 && r.buffers);
  return KimResult{.latency_us = mean_packet_us(r),
                   .packets = r.components[0].packets,
                   .seconds = (r.metered_until - r.statistics.measured_from).seconds(),
                   .keeps_up = keeps_up(r),
                   .nm180 = energy_of(r.components[0]),
                   .nm70 = energy_of(r.components[1]),
                   .cells = static_cast<double>(r.buffers->cells),
                   .cells_in_use = r.buffers->in_use,
                   .cells_powered = r.buffers->powered(),
                   .off_share = share_between_switches(r, {0}),
                   .slowest_share = share_between_switches(r, kim_slowest),
                   .deadlines = r.deadlines,
                   .lanes = r.lanes,
                   .rates = r.rates,
                   .wake_ns = (*prepared)->control_config.has_off()
                                  ? static_cast<double>((*prepared)->control_config.wake.v) / 1000
                                  : 0,
                   .changes = changes_per_second(r)};
}

}  // namespace

const std::vector<KimCase>& kim_cases() {
  static const std::vector<KimCase> all{{"base", "no saving"},
                                        {"dvs", "DVS", false, true},
                                        {"adaptive", "adaptive routing", true},
                                        {"dls", "DLS", true, false, true},
                                        {"dvs_adaptive", "DVS, adaptive routing", true, true},
                                        {"both", "DVS and DLS", true, true, true}};
  return all;
}

const KimCase& kim_case(std::string_view id) {
  for (const KimCase& one : kim_cases())
    if (one.id == id) return one;
  ENSURE(!"a case that is in the list");
  return kim_cases().front();
}

Result<std::vector<KimResult>> run_kim(const std::vector<KimPoint>& points, const Effort& effort) {
  const auto machine = read_kim_machine();
  if (!machine) return machine.problems();
  return all_of<KimResult>(points.size(), effort, "runs", [&](std::size_t i) {
    return run_one(points[i], points[i].machine.value_or(*machine), effort);
  });
}

std::vector<std::string> kim_bursts(double share, Picoseconds burst) {
  return {"traffic.arrivals.name=on_off_exponential",
          fmt::format("traffic.arrivals.on={}", quantity_text(burst)),
          "traffic.arrivals.peak=1",
          "traffic.pattern.name=hot_spot",
          fmt::format("traffic.pattern.fraction={}", share),
          "traffic.pattern.count=1"};
}

double without_adapters(const KimResult& one, KimEnergy KimResult::*technology) {
  const KimEnergy& energy = one.*technology;
  return (energy.all_j(true) - energy.adapters_j) / one.packets;
}

double dls_over_dvs(const KimResult& dls, const KimResult& dvs, KimEnergy KimResult::*technology) {
  return without_adapters(dls, technology) / without_adapters(dvs, technology);
}

double crossing(const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < ratios.size(); ++i)
    if (ratios[i - 1] > 1 && ratios[i] <= 1)
      return kim_loads[i - 1] +
             (kim_loads[i] - kim_loads[i - 1]) * (ratios[i - 1] - 1) / (ratios[i - 1] - ratios[i]);
  return 0;
}

double more_percent(double now, double before) { return before > 0 ? 100 * (now / before - 1) : 0; }

double saved_percent(const KimResult& with, const KimResult& without, KimEnergy KimResult::*technology,
                     bool sleeping) {
  return -more_percent(with.nanojoules_per_packet(with.*technology, sleeping),
                       without.nanojoules_per_packet(without.*technology, sleeping));
}

}  // namespace ebb::inline reproduce
