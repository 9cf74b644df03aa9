// The gaps of the channels of a job.
#pragma once

#include <vector>

#include "engine/counters.hpp"
#include "engine/simulation.hpp"
#include "results/gap_result.hpp"
#include "results/job_result.hpp"

namespace ebb::inline engine {

/// Returns one entry for each kind of channel that exists; none where gaps were not counted. All ranks.
std::vector<GapResult> gap_results(const Simulation& simulation, const Counters& counters,
                                   const JobResult& job);

}  // namespace ebb::inline engine
