// A network as a Python script for Mininet.
#pragma once

#include <string>

#include "network/network.hpp"

namespace ebb::inline report {

/// Names are kept where Mininet can take them: it calls interfaces after nodes ("leaf1-eth32"), in 15
/// characters, and so it does bridges. Others go by their numbers, s0 and h0, with their own names in a
/// comment. Ports are numbered as `ebb rules` numbers them, from 1.
std::string mininet_script(const Network& network, const std::string& title);

}  // namespace ebb::inline report
