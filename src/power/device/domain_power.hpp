// What the power domains of a device save while none of their ports is on.
#pragma once

#include <array>
#include <vector>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/device/device.hpp"
#include "power/device/domain.hpp"

namespace ebb::inline power {

/// What one domain saves while none of its ports is on, compared with the power that is charged for it and
/// its ports otherwise.
struct DomainPower {
  DomainKind kind = DomainKind::base;
  DomainShape shape{};
  bool sleeps = false;  ///< else it is idle
  Watts saved{};        ///< by each domain
  /// Where a whole switch sleeps: by each of its ports, which would still draw this much, by medium.
  std::array<Watts, media> saved_by_port{};
};

/// Returns what the domains of a device save. A domain sleeps where what switches its ports off and on gives
/// it at least its median time to wake; else it stays idle. `switches_sleep`: the base sleeps by itself,
/// because a policy knows whole switches and their time to wake.
std::vector<DomainPower> domain_powers(const Device& device, Picoseconds time_to_wake,
                                       bool switches_sleep = false);

/// Returns the shapes of all domains that several ports share or that a module has, each once.
std::vector<DomainShape> domain_shapes(const Device& device);

/// Returns the module that a transceiver on such a cable is part of; null where the file states none.
const PowerDomain* module_of(const Device& device, Medium medium);

/// Returns the power that these domains save.
Watts saved_by(const DomainPower& domain, const DomainsOff<double>& off);
/// Returns the energy that these domains save.
Joules saved_by(const DomainPower& domain, const DomainsOff<Picoseconds>& off);

/// Adds what is wrong with a device's domains.
void check_domains(Problems& problems, const Device& device);

}  // namespace ebb::inline power
