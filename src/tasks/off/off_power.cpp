#include "tasks/off/off_power.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "experiment/device/device_file.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/energy.hpp"

namespace ebb::inline tasks {
namespace {

/// Power at the cable's rate, less that of a port that is off. Where the device does not state the latter,
/// the port counts as on, so that no saving is claimed without data, and `unstated` becomes true.
Result<double> power_of(const Device& device, const LinkClass& link, bool& unstated) {
  const ChannelPower power = device_power(device, link.medium, RateLevels({{0}, link.rate}));
  if (!power.in.back())
    return Problem{device.file,
                   fmt::format("does not state the power of a port at {} with {}", quantity_text(link.rate),
                               name_of(link.medium)),
                   "name another device (`ebb device list`), or give the power with --watts"};
  if (power.in.front()) return power.in.back()->v - power.in.front()->v;
  unstated = true;
  return 0;
}

}  // namespace

Result<OffPower> off_power(const Network& network, const PowerSource& source) {
  const auto& [device, port_w, base_w] = source;
  OffPower power_saved;
  if (port_w || base_w) {
    power_saved.port_w.assign(network.switch_ports(), port_w.value_or(0));
    power_saved.base_w = base_w.value_or(0);
    power_saved.from = "as typed";
  }
  if (device.empty()) return power_saved;
  const auto found = find_device(device, "");
  if (!found) return found.problems();
  power_saved.from = found->name + (port_w ? ", but a port as typed" : "");
  if (!base_w && found->base.given) power_saved.base_w = found->base.value.v;
  if (port_w) return power_saved;
  power_saved.port_w.clear();
  bool unstated = false;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const auto watts = power_of(*found, network.link(p), unstated);
    if (!watts) return watts.problems();
    power_saved.port_w.push_back(*watts);
  }
  if (unstated)
    power_saved.from +=
        ", which does not state the power of a port that is off: it counts as on; --watts gives it";
  return power_saved;
}

}  // namespace ebb::inline tasks
