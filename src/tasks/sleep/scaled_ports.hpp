// Takes the channels of a small network for those of a large one: each kind of channel spends the same shares
// of its time in the same states.
#pragma once

#include "planner/plan_input.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline tasks {

/// Returns the result with as many channels of each kind as the plan has ports of it. Kinds that the small
/// network has not stay at full rate: they are not among the channels.
RunResult with_ports_of(const PlanInput& plan, const RunResult& small);

}  // namespace ebb::inline tasks
