// Switches without hosts that lead to the same neighbours over equal cables: any of them can carry the
// traffic of another. The spines of a folded Clos are one such group, the core switches of a larger one
// several.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline network {

struct TwinSwitches {
  std::vector<SwitchId> switches, neighbours;  ///< both in ascending order
  std::vector<std::int64_t> bits_per_second;   ///< from one of them to each neighbour, in one direction
  std::int64_t ends = 0;                       ///< of the cables of one of them: two for each
};

/// Returns all groups of two or more. Two groups are never neighbours of each other: of such, the one with
/// the highest switch is returned. A switch with a cable that is off belongs to none.
std::vector<TwinSwitches> twin_switches(const Network& network);

}  // namespace ebb::inline network
