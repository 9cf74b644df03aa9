// Power of a whole network by component, from the devices' numbers and the number of ports of each kind.
#pragma once

#include "planner/plan_input.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline planner {

/// The row of the switch's (or adapter's) file for this link.
const LinkPower* link_row(const PlanInput& input, const Device& device, const LinkKind& link);

/// Ports that the switch has at the cables' rate, or at that of which it has fewest; 0 when it has no numbers
/// for a link of the network.
std::int64_t device_ports(const PlanInput& input);

/// Returns how much of the switch a port on such a link takes. It must have a row for it.
double device_share(const PlanInput& input, const LinkKind& link);

/// Ports of the connected switches that nothing is plugged into.
std::int64_t spare_ports(const PlanInput& input);

/// Switches whose base power counts: the connected ones, or as many as the ports in use would fill.
double switches_powered(const PlanInput& input);

/// At an average utilisation of `load` on every channel. The input must fit (check_fit).
PlanPower network_power(const PlanInput& input, double load);

}  // namespace ebb::inline planner
