// What a run tells its routing about the switching mode, for the routing's own check
// (routing/switching_needs.hpp).
#pragma once

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Without traffic, what follows from it is left open. Hosts and switches must have passed their checks.
SwitchingFacts switching_facts(const RunInput& input, bool has_traffic);

}  // namespace ebb::inline experiment
