// Abts, Table 2: a link's rate is its lanes times the rate of a lane.
#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "experiment/device/device_file.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {
namespace {

/// A serial channel that can run on few or many lanes, and each lane slow or fast.
struct LaneRange {
  std::int64_t fewest_lanes, most_lanes;
  BitsPerSecond slowest_lane, fastest_lane;
  BitsPerSecond slowest() const { return {fewest_lanes * slowest_lane.v}; }
  BitsPerSecond fastest() const { return {most_lanes * fastest_lane.v}; }
};

constexpr BitsPerSecond single_data_rate{2'500'000'000};
constexpr LaneRange infiniband{1, 4, single_data_rate, {4 * single_data_rate.v}};
constexpr LaneRange yarc{1, 3, {1'250'000'000}, {6'250'000'000}};

/// Figure 5's chip, as far as its device file states it.
Problems add_measured_chip(Rows& rows) {
  const auto chip = find_device("infiniband-36", "");
  if (!chip) return chip.problems();
  const LinkPower* slowest = chip->link(Medium::optical, infiniband.slowest());
  const LinkPower* fastest = chip->link(Medium::optical, infiniband.fastest());
  const LinkPower* copper = chip->link(Medium::copper, infiniband.fastest());
  ENSURE(slowest && fastest && copper);
  const double full = chip->port_power(*fastest).v;
  const auto less_percent = [&](Watts power) { return 100 - 100 * power.v / full; };
  rows.add("slowest_saving_percent", less_percent(chip->port_power(*slowest)));
  rows.add("dynamic_range_percent", less_percent(chip->off_power()));
  rows.add("copper_saving_percent", less_percent(chip->port_power(*copper)));
  return {};
}

}  // namespace

Problems reproduce_abts_table2(Rows& rows, const Effort&) {
  const struct {
    std::string_view name;
    std::int64_t multiple;
  } data_rates[] = {{"sdr", 1}, {"ddr", 2}, {"qdr", 4}};
  for (const auto& rate : data_rates)
    for (const std::int64_t lanes : {infiniband.fewest_lanes, infiniband.most_lanes})
      rows.add(fmt::format("{}x_{}_gbps", lanes, rate.name),
               BitsPerSecond{lanes * rate.multiple * single_data_rate.v}.gbps());
  const double range = infiniband.fastest().gbps() / infiniband.slowest().gbps();
  rows.add("performance_range", range);
  rows.add("yarc_slowest_gbps", yarc.slowest().gbps());
  rows.add("yarc_fastest_gbps", yarc.fastest().gbps());
  for (const auto* id :
       {"ideal_slowest_percent", "ideal_slowest_percent.section4", "ideal_slowest_percent.always_slow"})
    rows.add(id, 100 / range);
  return add_measured_chip(rows);
}

}  // namespace ebb::inline reproduce
