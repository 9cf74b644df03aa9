// The power of a run's whole network, by the devices of its plan: switches, ports, transceivers, adapters and
// traffic, beside the same network with all channels always at full rate.
#pragma once

#include <string>
#include <vector>

#include "results/plan_result.hpp"

namespace ebb::inline results {

/// The assumptions behind the power and cost of a network.
struct PowerBasis {
  bool known = true;  ///< false: a device does not state its power, so there is no power and no cost
  double usd_per_kwh = 0, pue = 1;
  std::vector<std::string> missing;  ///< numbers that no file states, by device; they count as zero
  std::vector<std::string> as_full;  ///< states whose power no file states; they count as full rate

  bool operator==(const PowerBasis&) const = default;
};

struct NetworkPower : PowerBasis {
  PlanPower drawn, always_on;      ///< mean over the measured time
  PlanMoney year, always_on_year;  ///< a year of the same mean power

  double saved_usd_per_year() const { return always_on_year.usd - year.usd; }
};

}  // namespace ebb::inline results
