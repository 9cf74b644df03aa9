// How far a sweep has come, and how long it may still take.
#pragma once

#include <string>
#include <vector>

#include "study/sweep_job.hpp"

namespace ebb::inline study {

struct SweepProgress {
  std::size_t points = 0, points_done = 0;
  std::size_t searches = 0, searches_done = 0;
  std::size_t runs = 0, runs_done = 0;  ///< of points and searches; how many searches need is a guess
  std::size_t running = 0, held = 0, failed = 0;
  double cost_left = 0;  ///< of all that is not over, whoever runs it
};
SweepProgress progress_of(const std::vector<SweepJob>& jobs, std::size_t running);

/// `cost_done` is what was done in the `seconds` that have passed, by us and by others.
std::string progress_text(const SweepProgress& progress, double seconds, double cost_done);

}  // namespace ebb::inline study
