// What goes with circuit switches in a run.
#pragma once

#include "base/problem.hpp"
#include "experiment/run/run_input.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

/// Returns what does not fit a network whose circuits come and go; nothing for any other network.
Problems check_circuits(const RunInput& input, const Network& network);

}  // namespace ebb::inline experiment
