// Compares the latency bound of a policy with the latency of its run.
#pragma once

#include "power/policy/policy.hpp"
#include "results/latency_bound_result.hpp"
#include "results/run_result.hpp"

namespace ebb::inline experiment {

/// Returns nothing for a policy without a latency bound. `full` is the same run at full rate, where there was
/// one.
std::optional<LatencyBoundResult> latency_bound_outcome(const Policy* policy,
                                                        const std::optional<RunStatistics>& full,
                                                        const RunStatistics& run);

}  // namespace ebb::inline experiment
