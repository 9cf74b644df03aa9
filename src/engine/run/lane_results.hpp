// Results by virtual lane, and of deadlines.
#pragma once

#include <optional>
#include <vector>

#include "engine/simulation.hpp"
#include "results/lane_result.hpp"

namespace ebb::inline engine {

/// Empty without virtual lanes.
std::vector<LaneResult> lane_results(const Simulation& sim, const Counters& counters);

/// Nothing where messages have no deadline. All ranks.
std::optional<DeadlineResult> deadline_result(const Simulation& sim, const Counters& counters);

}  // namespace ebb::inline engine
