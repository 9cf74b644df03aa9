// Compares the cables of the plan with the actual ones: a probe leaves by each port that leads to a switch,
// and a rule at every such port counts arrivals. The rules match only our own EtherType, and expire after a
// minute.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/driver.hpp"
#include "fabric/rollout/rollout.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct CablingReport {
  std::uint32_t cables = 0, probed = 0;  ///< between switches; with probes that arrived correctly
  Problems problems;                     ///< each wrong cable, by its ends
};

/// `ports` are the OpenFlow numbers of each switch's local ports.
CablingReport check_cabling(const Network& network, const std::vector<SwitchDriver*>& switches,
                            const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock);

/// Returns whether every probe arrives at the right port. It is faster than check_cabling() on a wrong cable,
/// because it does not search where the probe went.
bool cabling_is_right(const Network& network, const std::vector<SwitchDriver*>& switches,
                      const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock);

/// Finds the numbers of the ports that an inventory names, and reports those that are missing or down.
struct InventorySwitch;
Result<std::vector<std::uint32_t>> find_ports(SwitchDriver& driver, const InventorySwitch& entry);

}  // namespace ebb::inline fabric
