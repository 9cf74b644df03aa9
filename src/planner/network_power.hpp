// Power of a whole network by component, from the devices' numbers and the number of ports of each kind.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "planner/plan_input.hpp"
#include "power/device/device.hpp"
#include "power/device/equipment.hpp"
#include "results/plan_result.hpp"

namespace ebb::inline planner {

/// The row of the switch's (or adapter's) file for this link.
const LinkPower* link_row(const PlanInput& input, const Device& device, const LinkKind& link);

/// The switches of one device: all of them, or the leaves, or the spines.
struct SwitchTier {
  const Device* device = nullptr;
  std::string_view key;                     ///< in [plan]: "switch" or "spine"
  std::int64_t switches = 0;                ///< connected
  std::int64_t PortKind::*ports = nullptr;  ///< theirs among the ports of a kind
  const std::vector<Filling>* fillings = nullptr;

  std::vector<LinkKind> links(const PortCount& count) const;
};

/// Refers to the devices of `input` and to `ports`, which are the input's.
std::vector<SwitchTier> tiers_of(const PlanInput& input, const PortCount& ports);

/// Returns the ports of the tier's switch at the cables' rate, or at the rate with the fewest ports, without
/// those beside them; 0 when it has no numbers for a link of the tier.
std::int64_t device_ports(const PlanInput& input, const SwitchTier& tier, const PortCount& ports);
/// The same of [plan] switch.
std::int64_t device_ports(const PlanInput& input);

/// Returns the fraction of the switch that a port on such a link takes. It must have a row for it.
double device_share(const PlanInput& input, const Device& device, const LinkKind& link);

/// Returns the unconnected ports of the connected switches.
std::int64_t spare_ports(const PlanInput& input);

/// Returns the switches whose base power counts: the connected ones, or as many as the ports in use would
/// fill.
double switches_powered(const PlanInput& input);

/// At an average utilisation of `load` on every channel. The input must fit (check_fit).
PlanPower network_power(const PlanInput& input, double load);

}  // namespace ebb::inline planner
