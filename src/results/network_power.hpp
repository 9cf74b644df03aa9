// What the whole network of a run drew, by the devices of its plan: switches, ports, transceivers, adapters
// and what traffic costs, beside the same network with all channels always at full rate.
#pragma once

#include <string>
#include <vector>

#include "results/plan_result.hpp"

namespace ebb::inline results {

/// What watts and money of a network rest on.
struct PowerBasis {
  bool known = true;  ///< false: a device does not say what it draws, so there are no watts and no money
  double usd_per_kwh = 0, pue = 1;
  std::vector<std::string> missing;  ///< numbers that no file states, by device; they count as nothing
  std::vector<std::string> as_full;  ///< states that no file states the power of; they count as full rate

  bool operator==(const PowerBasis&) const = default;
};

struct NetworkPower : PowerBasis {
  PlanPower drawn, always_on;      ///< mean of the measured time
  PlanMoney year, always_on_year;  ///< a year like the measured time

  double saved_usd_per_year() const { return always_on_year.usd - year.usd; }
};

}  // namespace ebb::inline results
