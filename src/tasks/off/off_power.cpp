#include "tasks/off/off_power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "experiment/device/device_file.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/domain.hpp"
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

/// A module of one port belongs to the port. Figures that were typed take precedence.
void use_domains(OffPower& power_saved, const Network& network, const Device& device, bool base_typed) {
  double most_base_w = 0, module_share = 0;
  bool base = false;
  for (const DomainPower& domain : domain_powers(device, Picoseconds{INT64_MAX})) {
    const auto times =
        static_cast<double>(domain.shape.ports > 0 ? device.ports.value / domain.shape.ports : 1);
    if (domain.kind == DomainKind::module && domain.shape.ports == 1) {
      for (PortId p = 0; p < network.switch_ports(); ++p)
        if (network.link(p).medium == domain.shape.medium) power_saved.port_w[p] += domain.saved.v;
      continue;
    }
    if (domain.kind == DomainKind::module) {
      module_share = std::max(module_share, domain.saved.v / static_cast<double>(domain.shape.ports));
    } else {
      if (base_typed) continue;
      base = true, most_base_w += domain.saved.v * times;
      double port = 0;
      for (const Watts& watts : domain.saved_by_port) port = std::max(port, watts.v);
      most_base_w += port * static_cast<double>(device.ports.value);
    }
    power_saved.domains.push_back(domain);
  }
  for (const double watts : power_saved.port_w)
    power_saved.most_port_w = std::max(power_saved.most_port_w, watts + module_share);
  if (base) power_saved.base_w = most_base_w;
}

/// Returns the watts that domains of a kind save at one switch.
template <class IsOff>
double saved_at(const Network& network, SwitchId s, const DomainPower& domain, IsOff&& is_off) {
  const auto medium = [&](std::int64_t port) {
    return network.link(network.first_port[s] + static_cast<PortId>(port)).medium;
  };
  return saved_by(domain, domains_off(domain.shape, network.ports_of(s), medium, is_off)).v;
}

}  // namespace

double OffPower::switches_w(const Network& network, const std::vector<SwitchId>& switches) const {
  if (!known()) return 0;
  double watts = 0;
  bool stated = false;
  for (const DomainPower& domain : domains) {
    if (domain.kind == DomainKind::module) continue;
    stated = true;
    for (const SwitchId s : switches)
      watts += saved_at(network, s, domain, [](std::int64_t) { return true; });
  }
  return stated ? watts : static_cast<double>(switches.size()) * base_w;
}

double OffPower::parts_w(const Network& network, const std::vector<PortId>& cables_off) const {
  if (domains.empty()) return 0;
  std::vector<bool> off(network.switch_ports());
  for (const PortId cable : cables_off) off[cable] = off[network.peer[cable]] = true;
  double watts = 0;
  for (const DomainPower& domain : domains)
    for (SwitchId s = 0; s < network.switches(); ++s) {
      const auto is_off = [&](std::int64_t port) {
        return off[network.first_port[s] + static_cast<PortId>(port)];
      };
      std::int64_t on = 0;
      for (std::int64_t port = 0; port < network.ports_of(s); ++port) on += !is_off(port);
      // A whole switch that is off is counted by switches_w().
      if (domain.kind == DomainKind::module || (on > 0 && domain.kind != DomainKind::base))
        watts += saved_at(network, s, domain, is_off);
    }
  return watts;
}

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
  use_domains(power_saved, network, *found, base_w.has_value());
  if (unstated)
    power_saved.from +=
        ", which does not state the power of a port that is off: it counts as on; --watts gives it";
  return power_saved;
}

}  // namespace ebb::inline tasks
