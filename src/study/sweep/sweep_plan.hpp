// Makes the points of a sweep file. All are checked before the first one starts.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "study/sweep/sweep_config.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

struct SweepPlan {
  std::vector<SweepPoint> points;
  std::vector<SweepPoint> searches;  ///< combinations of the other parameters
  std::size_t left_out = 0;          ///< points that the conditions skip
  std::size_t duplicates = 0;        ///< points that the file describes more than once; they run once
  std::vector<std::string> notes;    ///< conditions that are true for no point
};

/// Returns all points, or all problems of all of them. `memory`: bytes that one point may need.
Result<SweepPlan> plan_sweep(const SweepConfig& config, std::uint64_t memory);

}  // namespace ebb::inline study
