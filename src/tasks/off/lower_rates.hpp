// The rates below its own at which a cable needs less power, as a device states it; and the cables that a
// demand leaves idle enough to run at one: `ebb off` and `ebb trees` with --slower.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/cable_set.hpp"
#include "network/network.hpp"
#include "tasks/off/off_power.hpp"

namespace ebb::inline tasks {

struct LowerRate {
  BitsPerSecond rate{};
  double cable_w = 0;  ///< of both ports, less that of off ones
};
/// Of every class of links of a network (Network::classes).
using LowerRates = std::vector<std::vector<LowerRate>>;

/// Refuses a source without a device, and a device that states no lower rate of any link of the network.
Result<LowerRates> lower_rates(const Network& network, const PowerSource& source);

/// A cable, by its lower port, that runs below its rate.
struct SlowCable {
  PortId cable = 0;
  BitsPerSecond rate{};
  double saved_w = 0;
};

/// The cables between switches that are on and save power at a lower rate, each at the rate that saves most.
/// `loads` are the bits per second that leave each port of a switch. At its rate no channel carries more than
/// the share `max_utilisation` of it.
std::vector<SlowCable> slow_cables(const Network& network, const CableSet& on,
                                   const std::vector<double>& loads, double max_utilisation,
                                   const LowerRates& lower, const OffPower& power_saved);

}  // namespace ebb::inline tasks
