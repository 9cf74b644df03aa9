#include "tasks/off/off_day.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "fabric/agent/cable_set.hpp"
#include "tasks/off/off_bound.hpp"

namespace ebb::inline tasks {
namespace {

/// Also the busiest channel may be one that is slow.
void slow_down(const OffRequest& request, const LowerRates& lower, const OffPower& power_saved,
               HoursPlan& found) {
  const Network& network = request.network;
  const std::vector<double>& loads = found.plan.loads;
  found.slow = slow_cables(network, found.plan.on, loads, request.max_utilisation, lower, power_saved);
  for (const SlowCable& slow : found.slow)
    for (const PortId port : {slow.cable, network.peer[slow.cable]})
      found.plan.most_filled =
          std::max(found.plan.most_filled, loads[port] / static_cast<double>(slow.rate.v));
}

}  // namespace

static_assert(hours_of_day == hours_in_day, "a schedule has an entry for each hour of a demand");

bool OffDay::is_partial() const {
  return std::any_of(plans.begin(), plans.end(), [](const HoursPlan& p) { return p.plan.partial; });
}

bool OffDay::carries_any() const {
  return std::any_of(plans.begin(), plans.end(), [](const HoursPlan& p) { return p.carried; });
}

bool OffDay::carries_all() const {
  return std::all_of(plans.begin(), plans.end(), [](const HoursPlan& p) { return p.carried; });
}

OffSchedule OffDay::schedule() const {
  OffSchedule schedule;
  for (std::size_t hour = 0; hour < of.size(); ++hour) schedule.on.push_back(at(hour).plan.on);
  return schedule;
}

Problems check_spare(const Network& network, std::uint32_t spare) {
  if (survives(network, CableSet(network), spare)) return {};
  std::uint32_t most = 0;
  while (most + 1 < spare && survives(network, CableSet(network), most + 1)) ++most;
  return {{"--spare",
           fmt::format("is {}, but even with all cables on, the network survives {}", spare,
                       most == 0 ? "no failure" : fmt::format("{} at most", counted(most, "failure"))),
           most == 0 ? "remove it" : fmt::format("at most --spare {} is possible", most)}};
}

Result<OffDay> search_day(const Network& network, const DetourTables& tables, const DayOfDemand& demand,
                          const OffLimits& limits, const OffPower& power_saved, const LowerRates& lower,
                          const OffObserver& observer) {
  OffDay day;
  for (std::size_t hour = 0; hour < demand.size(); ++hour) {
    const auto first =
        static_cast<std::size_t>(std::find(demand.begin(), demand.end(), demand[hour]) - demand.begin());
    if (first < hour) {
      day.of.push_back(day.of[first]);
      day.plans[day.of[hour]].hours.push_back(hour);
      continue;
    }
    const OffRequest request{network, tables, demand[hour], limits.max_utilisation, limits.spare, &observer};
    HoursPlan found{.hours = {hour}, .plan = search_off(request), .carried = false, .bound = {}};
    if (Problems problems = tables.prove(found.plan.on); !problems.empty()) return problems;
    found.carried = found.plan.carried;
    if (found.carried && !lower.empty()) slow_down(request, lower, power_saved, found);
    if (limits.exact) found.bound = bound_of(request, power_saved);
    day.of.push_back(day.plans.size());
    day.plans.push_back(std::move(found));
  }
  return day;
}

}  // namespace ebb::inline tasks
