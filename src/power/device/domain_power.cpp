#include "power/device/domain_power.hpp"

#include <algorithm>

namespace ebb::inline power {
namespace {

bool shared_by_all(const PowerDomain& domain) { return domain.kind == DomainKind::base; }

/// Returns one shape for each medium that a module is limited to.
std::vector<DomainShape> shapes_of(const PowerDomain& domain) {
  const std::int64_t ports = shared_by_all(domain) ? 0 : domain.ports.value;
  if (domain.kind != DomainKind::module) return {{.ports = ports}};
  std::vector<DomainShape> shapes;
  for (const Medium medium : all_media)
    if (medium != Medium::backplane && domain.holds_for(medium)) shapes.push_back({ports, medium});
  return shapes;
}

/// Returns what a port draws that is off in a switch that is awake: its electronics, and its part of a
/// module.
Watts power_of_off_port(const Device& device, Medium medium, Picoseconds time_to_wake) {
  Watts watts;
  if (const auto port = device.off_port(medium)) watts = *port;
  if (const PowerDomain* module = module_of(device, medium)) {
    const Watts low = module->low_power(module->wake.given && module->wake.value <= time_to_wake);
    watts.v += low.v / static_cast<double>(module->ports.value);
  }
  return watts;
}

/// Returns what the engines and cards of a switch draw whose ports are all off.
Watts power_of_parts(const Device& device, Picoseconds time_to_wake) {
  Watts watts;
  for (const PowerDomain& domain : device.domains) {
    if (domain.kind != DomainKind::engine && domain.kind != DomainKind::card) continue;
    const Watts low = domain.low_power(domain.wake.given && domain.wake.value <= time_to_wake);
    watts.v += low.v * static_cast<double>(device.ports.value) / static_cast<double>(domain.ports.value);
  }
  return watts;
}

}  // namespace

const PowerDomain* module_of(const Device& device, Medium medium) {
  for (const PowerDomain& domain : device.domains)
    if (domain.kind == DomainKind::module && domain.holds_for(medium) && medium != Medium::backplane)
      return &domain;
  return nullptr;
}

std::vector<DomainPower> domain_powers(const Device& device, Picoseconds time_to_wake, bool switches_sleep) {
  std::vector<DomainPower> powers;
  for (const PowerDomain& domain : device.domains) {
    if (domain.kind == DomainKind::port) continue;  // the state of each port is metered anyway
    const bool in_time = domain.wake.given && domain.wake.value <= time_to_wake;
    const bool sleeps = domain.asleep.given && (in_time || (switches_sleep && shared_by_all(domain)));
    DomainPower power{
        .kind = domain.kind, .sleeps = sleeps, .saved = {domain.on.value.v - domain.low_power(sleeps).v}};
    if (shared_by_all(domain) && sleeps)
      for (const Medium medium : all_media)
        power.saved_by_port[static_cast<std::size_t>(medium)] =
            power_of_off_port(device, medium, time_to_wake);
    if (shared_by_all(domain) && sleeps) power.saved.v += power_of_parts(device, time_to_wake).v;
    for (const DomainShape& shape : shapes_of(domain)) {
      power.shape = shape;
      powers.push_back(power);
    }
  }
  return powers;
}

std::vector<DomainShape> domain_shapes(const Device& device) {
  std::vector<DomainShape> shapes;
  for (const PowerDomain& domain : device.domains) {
    if (domain.kind == DomainKind::port) continue;
    for (const DomainShape& shape : shapes_of(domain))
      if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
  }
  return shapes;
}

Watts saved_by(const DomainPower& domain, const DomainsOff<double>& off) {
  Watts watts{domain.saved.v * off.domains};
  for (std::size_t m = 0; m < media; ++m) watts.v += domain.saved_by_port[m].v * off.ports[m];
  return watts;
}

Joules saved_by(const DomainPower& domain, const DomainsOff<Picoseconds>& off) {
  Joules joules = domain.saved * off.domains;
  for (std::size_t m = 0; m < media; ++m) joules.v += (domain.saved_by_port[m] * off.ports[m]).v;
  return joules;
}

}  // namespace ebb::inline power
