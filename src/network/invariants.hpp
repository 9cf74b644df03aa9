// Checks the invariants of network.hpp on a built network, port by port.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline network {

/// Returns the violated invariants as sentences, empty for a valid network.
std::vector<std::string> broken_invariants(const Network& network);

}  // namespace ebb::inline network
