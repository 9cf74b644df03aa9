// What can be off in each hour of a day: the demand of every hour, and its plan. Hours with the same demand
// share a plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/off/off_schedule.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "network/network.hpp"
#include "report/document/table.hpp"
#include "results/cell.hpp"
#include "tasks/off/lower_rates.hpp"
#include "tasks/off/off_power.hpp"
#include "traffic/demand/demand_matrix.hpp"

namespace ebb::inline tasks {

struct OffLimits {
  double max_utilisation = 0.8;  ///< the greatest share of its rate that a channel may carry
  std::uint32_t spare = 0;       ///< failures that the rest must survive
  bool exact = false;            ///< whether to compute the upper bound of the saving
  bool slower = false;           ///< cables that stay on may run at lower rates
};

/// A plan, and the hours of the day that it is for.
struct HoursPlan {
  std::vector<std::size_t> hours;  ///< in order
  OffPlan plan;
  std::vector<SlowCable> slow = {};  ///< cables that are on, below their rate
  bool carried = false;              ///< the demand fits, at least on the whole network
  std::optional<Cell> bound;         ///< the upper bound of the saving
};

struct OffDay {
  std::vector<HoursPlan> plans;  ///< in the order of their first hours
  std::vector<std::size_t> of;   ///< index of the plan by hour

  const HoursPlan& at(std::size_t hour) const { return plans[of[hour]]; }
  bool is_partial() const;  ///< the search of some hour was ended early
  bool carries_any() const;
  bool carries_all() const;
  OffSchedule schedule() const;
};

/// Checks that the whole network survives so many failures, whatever the demand.
Problems check_spare(const Network& network, std::uint32_t spare);

/// Finds a plan for each different demand, and proves its tables. What stays on slows down where `lower`,
/// which may be empty, lets it.
Result<OffDay> search_day(const Network& network, const DetourTables& tables, const DayOfDemand& demand,
                          const OffLimits& limits, const OffPower& power_saved, const LowerRates& lower = {},
                          const OffObserver& observer = {});

}  // namespace ebb::inline tasks
