#include "study/process/time_left.hpp"

#include <algorithm>

namespace ebb::inline study {
namespace {

/// A task that exceeds its estimate is assumed to need another fifth of the time it has had.
constexpr double overdue_share = 0.2;

}  // namespace

std::optional<double> time_left(const WorkLeft& work) {
  if (work.ended_cost <= 0) return std::nullopt;
  const double seconds_per_cost = work.ended_seconds / work.ended_cost;
  std::vector<double> free_at;  // when each slot is free again
  for (const WorkLeft::Running& r : work.running)
    free_at.push_back(std::max(r.cost * seconds_per_cost - r.passed, overdue_share * r.passed));
  free_at.resize(std::max({work.places, free_at.size(), std::size_t{1}}), 0.0);
  for (const double cost : work.waiting)
    *std::min_element(free_at.begin(), free_at.end()) += cost * seconds_per_cost;
  return *std::max_element(free_at.begin(), free_at.end());
}

}  // namespace ebb::inline study
