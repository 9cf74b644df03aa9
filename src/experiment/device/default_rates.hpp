// The default rates of channels where [control] gives none: those of the plan's switch, or fractions of the
// cables' rate.
#pragma once

#include "base/units.hpp"
#include "experiment/run/run_input.hpp"
#include "planner/plan_input.hpp"

namespace ebb::inline experiment {

/// Returns the rates, up to that of the cables, at which the plan's switch and transceivers state their power
/// on every link of the network. Slowest first, as rates of the fastest links. Empty when fewer than two are
/// left.
std::vector<BitsPerSecond> rates_of_plan(const PlanInput& plan, BitsPerSecond full);

/// Returns 1/16, 1/8, 1/4, 1/2 and all of a rate: the rate levels of the founding paper, scaled to any rate.
std::vector<BitsPerSecond> parts_of_rate(BitsPerSecond full);

/// Sets the rates of [control] where the file gives neither rates nor a device, and its cables have another
/// rate than the default rate levels.
void choose_rates(const Configuration& file, RunInput& input);

}  // namespace ebb::inline experiment
