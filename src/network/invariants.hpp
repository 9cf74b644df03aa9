// What network.hpp promises of every built network, checked port by port.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline network {

/// The promises that do not hold, as sentences; empty for a sound network.
std::vector<std::string> broken_invariants(const Network& network);

}  // namespace ebb::inline network
