// Power of a whole network by component, from the devices' numbers and the number of ports of each kind.
#pragma once

#include "planner/plan_input.hpp"
#include "power/device/device.hpp"
#include "power/device/equipment.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline planner {

/// The row of the switch's (or adapter's) file for this link.
const LinkPower* link_row(const PlanInput& input, const Device& device, const LinkKind& link);

/// Returns the ports of the switch at the cables' rate, or at the rate with the fewest ports; 0 when it has
/// no numbers for a link of the network.
std::int64_t device_ports(const PlanInput& input);

/// Returns the fraction of the switch that a port on such a link takes. It must have a row for it.
double device_share(const PlanInput& input, const LinkKind& link);

/// Returns the unconnected ports of the connected switches.
std::int64_t spare_ports(const PlanInput& input);

/// Returns the switches whose base power counts: the connected ones, or as many as the ports in use would
/// fill.
double switches_powered(const PlanInput& input);

/// At an average utilisation of `load` on every channel. The input must fit (check_fit).
PlanPower network_power(const PlanInput& input, double load);

}  // namespace ebb::inline planner
