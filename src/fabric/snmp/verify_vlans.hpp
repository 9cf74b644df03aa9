// Verifies the VLANs of managed switches: SNMP sends no probes, so the tables are read again and the frames
// of all hosts are followed through them, over links that are up.
#pragma once

#include <vector>

#include "fabric/driver.hpp"
#include "fabric/rollout/verify.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Problems when a switch does not hold its program, or when a pair of hosts is cut off. `ports` are the
/// bridge ports of each switch's local ports.
VerifyReport verify_vlans(const Network& network, const std::vector<SwitchDriver*>& switches,
                          const std::vector<SwitchProgram>& programs,
                          const std::vector<std::vector<std::uint32_t>>& ports);

}  // namespace ebb::inline fabric
