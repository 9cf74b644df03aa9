// An hourly schedule of cables that are off: a CSV file that `ebb off` writes and the agent executes.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/agent/cable_set.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

inline constexpr std::size_t hours_of_day = 24;

struct OffSchedule {
  std::vector<CableSet> on;  ///< by hour: the cables that are on
};

/// Each line is "hour,switch,port": during this hour of the day, the cable of this port is off. Parts have
/// the network's own names if it has any; numbers ("s0", 4) are always accepted. Refuses hours at which the
/// remaining cables would not connect all hosts.
Result<OffSchedule> read_schedule(const std::string& path, const Network& network);
std::string schedule_text(const OffSchedule& schedule, const Network& network);

}  // namespace ebb::inline fabric
