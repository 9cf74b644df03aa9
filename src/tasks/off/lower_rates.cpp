#include "tasks/off/lower_rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/problem.hpp"
#include "experiment/device/device_file.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/energy.hpp"

namespace ebb::inline tasks {
namespace {

std::vector<LowerRate> rates_below(const Device& device, const LinkClass& link) {
  std::set<std::int64_t> rates;
  for (const LinkPower& state : device.links)
    if (state.holds_for(link.medium) && !state.for_any_rate() && state.rate.v > 0 && state.rate < link.rate)
      rates.insert(state.rate.v);
  std::vector<LowerRate> lower;
  for (const std::int64_t rate : rates) {
    const ChannelPower power = device_power(device, link.medium, RateLevels({{0}, {rate}}));
    if (power.in.front() && power.in.back())
      lower.push_back({{rate}, 2 * (power.in.back()->v - power.in.front()->v)});
  }
  return lower;
}

}  // namespace

Result<LowerRates> lower_rates(const Network& network, const PowerSource& source) {
  if (source.device.empty() || source.port_w)
    return Problem{"--slower",
                   "needs --device, whose file states the power of a port at each rate, and no --watts",
                   "for example: --device mahadevan-rack-48"};
  const auto device = find_device(source.device, "");
  if (!device) return device.problems();
  LowerRates lower;
  bool any = false;
  for (const LinkClass& link : network.classes) {
    lower.push_back(rates_below(*device, link));
    any = any || !lower.back().empty();
  }
  if (any) return lower;
  return Problem{
      "--slower",
      fmt::format("{} states no lower rate of a port with its power, and that of an off port", device->name),
      "name another device (`ebb device list`), or leave --slower out"};
}

std::vector<SlowCable> slow_cables(const Network& network, const CableSet& on,
                                   const std::vector<double>& loads, double max_utilisation,
                                   const LowerRates& lower, const OffPower& power_saved) {
  std::vector<SlowCable> slow;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    if (!joins_switches(network, p) || network.peer[p] < p || !on.has(p)) continue;
    const double load = std::max(loads[p], loads[network.peer[p]]), full_w = power_saved.cable_w(network, p);
    SlowCable best{p, {}, 0};
    for (const LowerRate& at : lower[network.link_class[p]])
      if (load <= max_utilisation * static_cast<double>(at.rate.v) && full_w - at.cable_w > best.saved_w)
        best = {p, at.rate, full_w - at.cable_w};
    if (best.saved_w > 0) slow.push_back(best);
  }
  return slow;
}

}  // namespace ebb::inline tasks
