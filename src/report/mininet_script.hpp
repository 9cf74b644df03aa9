// A network as a Python script for Mininet.
#pragma once

#include <string>

#include "network/network.hpp"

namespace ebb::inline report {

/// Mininet names interfaces after nodes, in 15 characters: so switches and hosts go by their numbers, s0 and
/// h0, and their own names stand beside them. Ports are numbered as `ebb rules` numbers them, from 1.
std::string mininet_script(const Network& network, const std::string& title);

}  // namespace ebb::inline report
