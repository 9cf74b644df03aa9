// The rates that channels have where [control] does not say: those of the plan's switch, or parts of the
// cables' rate.
#pragma once

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// The rates up to that of the cables at which the plan's switch and transceivers state what they draw, on
/// every link that the network has; slowest first, of its fastest links. Empty when that leaves no choice.
std::vector<BitsPerSecond> rates_of_plan(const PlanInput& plan, BitsPerSecond full);

/// A sixteenth, an eighth, a quarter, half and all of a rate: the ladder of the founding paper at any rate.
std::vector<BitsPerSecond> parts_of_rate(BitsPerSecond full);

/// Gives [control] rates where the file leaves them open, names no device, and has cables of another rate
/// than the usual ladder.
void choose_rates(const Configuration& file, RunInput& input);

}  // namespace ebb::inline experiment
