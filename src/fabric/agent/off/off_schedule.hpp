// Which cables are off at which hour of the day: a CSV file that `ebb off` writes and the agent carries out.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/agent/cable_set.hpp"

namespace ebb::inline fabric {

inline constexpr std::size_t hours_of_day = 24;

struct OffSchedule {
  std::vector<CableSet> on;  ///< by hour: the cables that are on
};

/// "hour,switch,port" in every line: from this hour of the day to the next, the cable of this port is off.
/// Parts go by the network's own names, else by numbers ("s0", 4), which are always read. Refuses hours at
/// which the rest would not connect all hosts.
Result<OffSchedule> read_schedule(const std::string& path, const Network& network);
std::string schedule_text(const OffSchedule& schedule, const Network& network);

}  // namespace ebb::inline fabric
