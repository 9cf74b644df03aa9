// A run: a simulation that continues until its statistics suffice.
#pragma once

#include "base/result.hpp"
#include "engine/run/run_hooks.hpp"
#include "engine/run/run_settings.hpp"
#include "engine/simulation.hpp"
#include "results/run_outcome.hpp"
#include "statistics/verdict.hpp"

namespace ebb::inline engine {

/// Runs to the end. All ranks take part and get the same result or problems, but only rank 0 has the channels
/// in it. There are problems only when a conservation check fails. When packets wait for each other in a
/// cycle, the run ends there, and the result's `failure` reports it.
Result<RunResult> run_to_verdict(Simulation& simulation, const RunSettings& settings,
                                 const RunHooks& hooks = {});

}  // namespace ebb::inline engine
