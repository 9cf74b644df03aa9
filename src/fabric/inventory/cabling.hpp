// Compares the cables of the plan with those that are there: a probe leaves by each port that leads to a
// switch, and a rule at every such port counts what arrives. The rules match nothing but our own EtherType,
// and go by themselves after a minute.
#pragma once

#include <string>
#include <vector>

#include "fabric/driver.hpp"
#include "fabric/rollout/rollout.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct CablingReport {
  std::uint32_t cables = 0, probed = 0;  ///< between switches; whose probes arrived where they should
  Problems problems;                     ///< each wrong cable, by its ends
};

/// `ports` are the OpenFlow numbers of each switch's local ports.
CablingReport check_cabling(const Network& network, const std::vector<SwitchDriver*>& switches,
                            const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock);

/// Whether every probe arrives where it should. Quicker than a check where one does not, because it does not
/// look for where that one went.
bool cabling_is_right(const Network& network, const std::vector<SwitchDriver*>& switches,
                      const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock);

/// Finds the numbers of the ports that an inventory names, and says what is missing or down.
struct InventorySwitch;
Result<std::vector<std::uint32_t>> find_ports(SwitchDriver& driver, const InventorySwitch& entry);

}  // namespace ebb::inline fabric
