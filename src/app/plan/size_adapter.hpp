// Which host adapter a network is sized with, where the user names none.
#pragma once

#include <string>
#include <vector>

#include "planner/plan_input.hpp"

namespace ebb::inline app {

/// Gives the plan an adapter that runs at its rate: the one it has, or the first that there is a file for;
/// without any, adapters are left out. Says what it did instead of what the plan had; empty: nothing.
std::string choose_adapter(const std::vector<std::string>& settings, PlanInput& plan);

/// Names the optics that know the rate, where optical cables have transceivers whose power no file states.
/// Empty: nothing is missing.
std::string optics_hint(const PlanInput& plan);

}  // namespace ebb::inline app
