// How long no port of the power domains of one shape was on, as plain numbers. A domain is a set of ports of
// a switch that share power, such as those of a module or all of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/medium.hpp"
#include "base/units.hpp"

namespace ebb::inline results {

struct DomainTime {
  std::int64_t ports = 0;                      ///< of each domain; 0: all of the switch
  std::optional<Medium> medium{};              ///< of all its cables; nothing: any
  std::int64_t domains = 0;                    ///< of the whole network
  Picoseconds off{};                           ///< the sum over these domains
  std::array<Picoseconds, media> ports_off{};  ///< the same, times the ports of each domain, by medium
};

/// In the measured time, in the whole run, and in each span of the time series.
struct DomainTimes {
  std::vector<DomainTime> measured, run;
  std::vector<std::vector<DomainTime>> spans;
};

}  // namespace ebb::inline results
