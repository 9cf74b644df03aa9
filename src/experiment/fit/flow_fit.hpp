// Checks whether a run fits the flow control of its switches: credits (also in flits), pause, or drops. The
// routing must have been prepared.
#pragma once

#include "base/problem.hpp"
#include "experiment/run/run_input.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

/// Checks a run with pause or drops.
Problems check_flow(const RunInput& input, const Network& network);

/// Checks a run that counts flits.
Problems check_flit_counts(const RunInput& input, const Network& network);

}  // namespace ebb::inline experiment
