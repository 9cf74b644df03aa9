// The alternative to assigned hierarchical addresses (Benito, section IV): hosts keep their own addresses,
// and their access switches rewrite frames in both directions. It demonstrates the paper's objection: an
// announcement with its sender's address in the payload then names an unreachable address.
#pragma once

#include <vector>

#include "fabric/openflow/program.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// The program of a switch whose hosts have the given addresses (by HostId, 48 bits each). `maker` makes the
/// forwarding rules for table 1, without DMP: table 0 rewrites the sources of what hosts send, and the last
/// switch rewrites the destination.
SwitchProgram rewriting_program(const Network& network, const ProgramMaker& maker, SwitchId s,
                                const std::vector<std::uint64_t>& real);

}  // namespace ebb::inline fabric
