// Whether the policy of a run keeps its contract.
#pragma once

#include "base/problem.hpp"
#include "engine/simulation.hpp"

namespace ebb::inline engine {

/// Returns the first rate that the policy requested although it is no level, or nothing. All ranks.
Problems policy_problems(const Simulation& sim);

}  // namespace ebb::inline engine
