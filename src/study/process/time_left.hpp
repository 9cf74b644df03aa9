// How long a study may still take: what the work that is done took, applied to what is left, as the cores
// share it.
#pragma once

#include <optional>
#include <vector>

namespace ebb::inline study {

/// Costs are guesses from the size of each piece of work; only their ratios mean anything.
struct WorkLeft {
  struct Running {
    double cost = 0, passed = 0;  ///< seconds since it began
  };
  double ended_cost = 0, ended_seconds = 0;  ///< of all pieces that have ended: the guess, and what they took
  std::vector<Running> running;
  std::vector<double> waiting;  ///< costs, in the order in which they will begin
  std::size_t places = 1;       ///< pieces that can run at a time
};

/// In seconds; nothing as long as nothing has ended.
std::optional<double> time_left(const WorkLeft& work);

}  // namespace ebb::inline study
