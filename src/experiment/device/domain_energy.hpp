// The energy that the power domains of a device saved in a run.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "power/device/device.hpp"
#include "power/device/domain_power.hpp"
#include "results/domain_time.hpp"

namespace ebb::inline experiment {

/// Saved by modules, which belong to the channels, and by the other parts of switches.
struct DomainsSave {
  Joules modules, switches;

  Joules all() const { return {modules.v + switches.v}; }
};

/// Returns what such domains saved in these times. Times of other shapes are ignored.
DomainsSave domains_save(const std::vector<DomainPower>& domains, const std::vector<DomainTime>& times);

/// Adds the shapes of a device's domains, each once.
void add_shapes(std::vector<DomainShape>& shapes, const Device& device);

}  // namespace ebb::inline experiment
