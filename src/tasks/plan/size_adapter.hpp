// Chooses the host adapter for a network's size, where the user names none.
#pragma once

#include <string>
#include <vector>

#include "planner/plan_input.hpp"

namespace ebb::inline tasks {

/// Gives the plan an adapter for its rate: its own, or the first with a device file. Without any, adapters
/// are omitted. Returns a text on what it changed; empty: nothing.
std::string choose_adapter(const std::vector<std::string>& settings, PlanInput& plan);

/// Names optics for the rate, where optical cables have transceivers of unknown power. Empty: nothing is
/// missing.
std::string optics_hint(const PlanInput& plan);

}  // namespace ebb::inline tasks
