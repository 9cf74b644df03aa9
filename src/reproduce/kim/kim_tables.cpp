// Kim, Tables 1 and 2: a buffer of four packets whose cells sleep, and the link at its frequencies. The
// tables themselves are lost. What the text says of them is printed; the rest is what our device files have
// in their place.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "config/data_files.hpp"
#include "experiment/device/component_tables.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/read/run_config.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {
namespace {

/// Returns the share of the leakage of a buffer that is saved when its idle cells sleep, at a utilisation in
/// percent. The cells in use are powered, and the next one; a ring has one cell more than it holds.
double leakage_saved_percent(const BufferParts& buffer, double holds, double utilisation) {
  const double all = holds + 1, powered = std::min(all, holds * utilisation / 100 + 1);
  const double leaks = powered * buffer.leakage.value.v + (all - powered) * buffer.asleep.value.v;
  return 100 - 100 * leaks / (all * buffer.leakage.value.v);
}

/// Table 1.
Problems add_buffer(Rows& rows) {
  const auto parts = find_components("kim-70nm", "");
  if (!parts) return parts.problems();
  const auto run = read_run(data_file("papers/kim-network.toml"), {});
  if (!run) return run.problems();
  constexpr int packets = 4;
  const double holds = std::ceil(static_cast<double>(packets * run->hosts.largest_packet().v) /
                                 static_cast<double>(parts->buffer.cell.value.v));
  rows.add("empty_saved", leakage_saved_percent(parts->buffer, holds, 0));
  for (const int utilisation : {25, 50, 75})
    rows.add_unprinted(
        fmt::format("saved_{}", utilisation),
        fmt::format("buffer of {} packets, {} % in use: leakage saved by sleeping cells, 70 nm", packets,
                    utilisation),
        "%", leakage_saved_percent(parts->buffer, holds, utilisation));
  return {};
}

/// A frequency of the link.
struct Step {
  BitsPerSecond rate;
  double volts, picojoules;  ///< supply; energy of a bit
};

std::vector<Step> steps_of(const Device& link) {
  std::vector<Step> steps;
  for (const LinkPower& one : link.links)
    if (one.rate.v > 0)
      steps.push_back(
          {one.rate, one.volts.value, link.port_power(one).v / static_cast<double>(one.rate.v) * 1e12});
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.rate < b.rate; });
  return steps;
}

/// Returns the share of all changes of frequency in which the supply takes longer than the clock's lock.
double supply_limits_percent(const std::vector<Step>& steps, const WakeTime& change) {
  int limits = 0, all = 0;
  for (const Step& from : steps)
    for (const Step& to : steps) {
      if (to.rate == from.rate) continue;
      ++all;
      limits += std::abs(to.volts - from.volts) / change.slew.value > change.most.value.seconds() * 1e6;
    }
  return 100.0 * limits / all;
}

/// Returns the rate in Gb/s at which the supply has one volt, between the steps around it.
double gbps_at_one_volt(const std::vector<Step>& steps) {
  const auto above = std::find_if(steps.begin(), steps.end(), [](const Step& s) { return s.volts >= 1; });
  if (above == steps.begin() || above == steps.end()) return 0;
  const Step &low = *(above - 1), &high = *above;
  const double share = (1 - low.volts) / (high.volts - low.volts);
  return low.rate.gbps() + share * (high.rate.gbps() - low.rate.gbps());
}

/// Table 2, and the times beside it.
Problems add_link(Rows& rows) {
  const auto link = find_device("kim-link", "");
  if (!link) return link.problems();
  const std::vector<Step> steps = steps_of(*link);
  const auto time_of = [&](Change kind) -> const WakeTime& {
    return *std::find_if(link->wake.begin(), link->wake.end(),
                         [&](const WakeTime& w) { return w.kind == kind; });
  };
  rows.add("steps", static_cast<double>(steps.size()));
  rows.add("slowest_mbps", steps.front().rate.gbps() * 1e3);
  rows.add("fastest_gbps", steps.back().rate.gbps());
  rows.add("lock_ns", time_of(Change::any).most.value.seconds() * 1e9);
  rows.add_statement("supply_limits", supply_limits_percent(steps, time_of(Change::any)),
                     {.above = 100 - 100 * near_share});
  rows.add_statement("one_volt", gbps_at_one_volt(steps), {.above = 1 - near_share, .below = 1 + near_share});
  for (const Step& step : steps)
    rows.add_unprinted(fmt::format("per_bit_{}", step.rate.v / 1'000'000),
                       fmt::format("energy of a bit at {}", quantity_text(step.rate)), "pJ", step.picojoules);
  return {};
}

}  // namespace

Problems reproduce_kim_tables(Rows& rows, const Effort&) {
  Problems problems = add_buffer(rows);
  return problems.empty() ? add_link(rows) : problems;
}

}  // namespace ebb::inline reproduce
