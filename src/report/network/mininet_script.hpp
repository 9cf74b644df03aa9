// A network as a Python script for Mininet.
#pragma once

#include <string>

#include "network/network.hpp"

namespace ebb::inline report {

/// Keeps names that Mininet accepts: it names interfaces ("leaf1-eth32") and bridges after nodes, in 15
/// characters. Other nodes are named by their numbers, s0 and h0, with their own names in a comment. Ports
/// are numbered as in `ebb rules`, from 1.
std::string mininet_script(const Network& network, const std::string& title);

}  // namespace ebb::inline report
