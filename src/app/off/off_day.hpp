// What can be off in each hour of a day: the demand of every hour, and the answer to it. Hours with the same
// demand share one answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/off/off_power.hpp"
#include "fabric/agent/off/off_schedule.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "report/document/table.hpp"

namespace ebb::inline app {

struct OffLimits {
  double room = 0.8;        ///< share of its rate that a channel may carry
  std::uint32_t spare = 0;  ///< failures that the rest must survive
  bool exact = false;       ///< with what no other choice could beat
};

struct OffAnswer {
  std::vector<std::size_t> hours;  ///< of the day that it is for, in order
  OffPlan plan;
  bool carried = false;       ///< the demand fits, on the whole network at least
  std::optional<Cell> bound;  ///< of what no other choice could beat
};

struct OffDay {
  std::vector<OffAnswer> answers;  ///< in the order of their first hours
  std::vector<std::size_t> of;     ///< by hour, which answer it has

  const OffAnswer& at(std::size_t hour) const { return answers[of[hour]]; }
  bool carries_any() const;
  bool carries_all() const;
  OffSchedule schedule() const;
};

using DayOfDemand = std::vector<std::vector<HostDemand>>;

/// The demands of each hour of the day.
Result<DayOfDemand> read_day_of_demand(const std::string& path, const Network& network);

/// What no demand can change: whether the whole network survives as many failures.
Problems check_spare(const Network& network, std::uint32_t spare);

/// The tables of every answer are proved.
Result<OffDay> search_day(const Network& network, const DetourTables& tables, const DayOfDemand& demand,
                          const OffLimits& limits, const OffPower& power_saved);

}  // namespace ebb::inline app
