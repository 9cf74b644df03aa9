// Checks whether the transport of hosts fits the rest of a run.
#pragma once

#include "base/problem.hpp"
#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Returns what does not fit.
Problems check_transport(const RunInput& input);

}  // namespace ebb::inline experiment
