#include "power/control/channel_states.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline power {
namespace {

std::optional<Picoseconds> longest(const Device& device, Change kind) {
  std::optional<Picoseconds> time;
  for (const WakeTime& w : device.wake) {
    if (w.kind != kind || !(w.most.given || w.least.given)) continue;
    const Picoseconds stated = w.most.given ? w.most.value : w.least.value;
    time = time ? std::max(*time, stated) : stated;
  }
  return time;
}

/// The slowest slew rate in the file.
std::optional<double> slew_of(const Device& device) {
  std::optional<double> slew;
  for (const WakeTime& w : device.wake)
    if (w.kind == Change::any && w.slew.given && w.slew.value > 0)
      slew = slew ? std::min(*slew, w.slew.value) : w.slew.value;
  return slew;
}

}  // namespace

Picoseconds ChannelStates::change(std::size_t from, std::size_t to) const {
  const double microseconds = std::abs(volts[to] - volts[from]) / *slew;
  return Picoseconds{std::llround(microseconds * 1e6)} + any.value_or(Picoseconds{});
}

ChannelStates channel_states(const Device& device, BitsPerSecond full) {
  ChannelStates states;
  std::vector<const LinkPower*> rows;
  for (const LinkPower& row : device.links) {
    states.has_off = states.has_off || row.rate.v == 0;
    const auto same = [&](const LinkPower* r) { return r->rate == row.rate; };
    if (row.rate.v > 0 && row.rate <= full && std::none_of(rows.begin(), rows.end(), same))
      rows.push_back(&row);
  }
  std::sort(rows.begin(), rows.end(), [](auto* a, auto* b) { return a->rate < b->rate; });
  bool all_lanes = true, all_volts = true;
  for (const LinkPower* row : rows) {
    states.rates.push_back(row->rate);
    states.lanes.push_back(row->lanes);
    states.volts.push_back(row->volts.value);
    all_lanes = all_lanes && row->lanes > 0;
    all_volts = all_volts && row->volts.given;
  }
  if (!all_lanes) states.lanes.clear();
  if (!all_volts) states.volts.clear();
  states.slew = slew_of(device);
  states.any = longest(device, Change::any);
  states.relock = longest(device, Change::relock);
  states.lane_change = longest(device, Change::lanes);
  states.wake = longest(device, Change::wake);
  states.sleep = longest(device, Change::sleep);
  return states;
}

}  // namespace ebb::inline power
