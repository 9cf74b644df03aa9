// From a sweep file to its points, all of them checked before the first one starts.
#pragma once

#include <vector>

#include "study/sweep/sweep_config.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

struct SweepPlan {
  std::vector<SweepPoint> points;
  std::vector<SweepPoint> searches;  ///< combinations of the other parameters whose saturation load is wanted
  std::size_t left_out = 0;          ///< by the conditions
  std::size_t duplicates = 0;        ///< points that the file describes more than once, run once
  std::vector<std::string> notes;    ///< conditions that hold for no point
};

/// All points, or all problems of all of them. `memory` is how many bytes one may need.
Result<SweepPlan> plan_sweep(const SweepConfig& config, std::uint64_t memory);

}  // namespace ebb::inline study
