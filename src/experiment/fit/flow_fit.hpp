// Finds out whether a run fits the way in which its switches stop a sender: credits, also where they count
// flits, pauses, and drops. The routing has been prepared.
#pragma once

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// What a run with pauses or drops asks for.
Problems check_flow(const RunInput& input, const Network& network);

/// What a run that counts flits asks for.
Problems check_flit_counts(const RunInput& input, const Network& network);

}  // namespace ebb::inline experiment
