#include "reproduce/kim/kim_off_runs.hpp"

#include <utility>

#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline reproduce {
namespace {

bool is_off_case(std::string_view id) { return id == "dls" || id == "both"; }

std::vector<OffRun> off_runs(const Effort& effort) {
  std::vector<OffRun> runs;
  for (const char* id : {"adaptive", "dvs_adaptive", "dls", "both"}) {
    for (const int load : kim_loads) runs.push_back({.of = id, .load = load});
    runs.push_back({.of = id, .load = 20, .bursts = true});
  }
  if (effort.quick) return runs;  // the mesh of a quick run has 16 switches
  for (const char* id : {"adaptive", "dls"})
    for (const KimNetwork network : {KimNetwork::irregular, KimNetwork::mesh})
      runs.push_back({.of = id, .load = low_off_load, .network = network});
  return runs;
}

KimPoint point_of(const OffRun& run, const OffReading& reading) {
  KimPoint point{.of = run.of, .load = run.load / 100.0, .network = run.network, .machine = reading.machine};
  if (run.bursts) point.settings = kim_bursts(kim_hot_share, reading.machine.burst);
  return point;
}

/// Runs a reading. `all_on` has what was run before with the same paths, and nothing off.
Result<OffResults> run_reading(const OffReading& reading, const OffResults& all_on, const Effort& effort) {
  OffResults out;
  std::vector<OffRun> runs;
  std::vector<KimPoint> points;
  for (const OffRun& run : off_runs(effort)) {
    const auto known = all_on.find(run);
    if (known != all_on.end() && !is_off_case(run.of)) {
      out.insert(*known);
      continue;
    }
    runs.push_back(run);
    points.push_back(point_of(run, reading));
  }
  auto results = run_kim(points, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < runs.size(); ++i) out.emplace(runs[i], std::move((*results)[i]));
  return out;
}

}  // namespace

std::vector<OffReading> off_readings(const KimMachine& machine) {
  struct Choice {
    std::string_view id, name;
    const char *unit, *detours, *when_off;
    Picoseconds settle;
  };
  std::vector<OffReading> readings;
  for (const Choice& c : std::initializer_list<Choice>{
           {"detour", "cables, packets go around", "cable", "tree", "detour", 18_us},
           {"wake", "cables, packets wait 800 ns, links then are slow", "cable", "tree", "wake", 18_us},
           {"wake_only", "cables, packets wait 800 ns", "cable", "tree", "wake", 0_us},
           {"channel", "channels, packets go around", "channel", "cycle", "detour", 18_us},
           {"channel_wake", "channels, packets wait 800 ns, links then are slow", "channel", "cycle", "wake",
            18_us},
           {"channel_wake_only", "channels, packets wait 800 ns", "channel", "cycle", "wake", 0_us}}) {
    OffReading reading{c.id, c.name, machine};
    reading.machine.off_unit = c.unit, reading.machine.detours = c.detours;
    reading.machine.when_off = c.when_off, reading.machine.settle = c.settle;
    readings.push_back(std::move(reading));
  }
  return readings;
}

Result<std::vector<OffResults>> run_readings(const std::vector<OffReading>& readings, const Effort& effort) {
  std::vector<OffResults> all;
  std::map<std::string, std::size_t> first_with;  // by the paths beside the shortest ones
  for (const OffReading& reading : readings) {
    const auto [same, is_first] = first_with.emplace(reading.machine.detours, all.size());
    auto results = run_reading(reading, is_first ? OffResults{} : all[same->second], effort);
    if (!results) return results.problems();
    all.push_back(std::move(*results));
  }
  return all;
}

}  // namespace ebb::inline reproduce
