// Combines a topology's closed forms and its devices' numbers: parts, bisection, power, cost. Nothing is
// built, so a network of any size is planned at once.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "planner/plan_input.hpp"
#include "results/plan_result.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {

/// Refuses what does not fit: more ports than the switch has, a link that a device has no numbers for.
Problems check_fit(const PlanInput& input);
/// Refuses an addressing whose rules are unknown, or whose table's power the device does not state. Separate
/// from check_fit, because rules are only counted for a network that fits.
Problems check_tables(const PlanInput& input);

/// The input must pass both checks.
PlanResult make_plan(const PlanInput& input);

/// Returns the uniform traffic at full injection across the bisection, in both directions, as far as its
/// channels carry it: min(2 x cables x their rate, hosts / 2 x theirs).
double bisection_bits_per_second(std::int64_t bisection_cables, std::int64_t hosts, const Cables& cables);

}  // namespace ebb::inline planner
