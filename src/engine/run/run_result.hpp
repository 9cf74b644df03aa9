// The result of a run, assembled from its counters, its verdict and what it has recorded.
#pragma once

#include "base/result.hpp"
#include "engine/run/stop_rule.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline engine {

/// Returns the result of a run that ends with this check, or problems when a conservation check fails. `cpu`
/// is the CPU time of all ranks, in seconds. All ranks.
Result<RunResult> run_result(const Simulation& sim, RunCheck& end, RunRecords& records, double cpu);

}  // namespace ebb::inline engine
