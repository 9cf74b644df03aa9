// Estimates the remaining time of a study: the measured time of finished work, scaled to the rest, on the
// cores that share it.
#pragma once

#include <optional>
#include <vector>

namespace ebb::inline study {

/// Costs are estimates from the size of each task. Only their ratios matter.
struct WorkLeft {
  struct Running {
    double cost = 0, passed = 0;  ///< seconds since it began
  };
  double ended_cost = 0, ended_seconds = 0;  ///< of all finished tasks: their estimates, and their time
  std::vector<Running> running;
  std::vector<double> waiting;  ///< costs, in the order of their start
  std::size_t places = 1;       ///< tasks that can run at a time
};

/// In seconds; nothing until a task has ended.
std::optional<double> time_left(const WorkLeft& work);

}  // namespace ebb::inline study
