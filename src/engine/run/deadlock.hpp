// Finds packets that wait for each other in a circle. Each step is certain: a head waits for room that only a
// credit can make, and that credit can only come from a buffer whose own head waits likewise. So a circle is
// a deadlock, not a suspicion.
#pragma once

#include <string>
#include <vector>

#include "engine/simulation.hpp"

namespace ebb::inline engine {

/// Returns the channels of one such circle in words, in the order in which they wait, or nothing when there
/// is none. All ranks.
std::vector<std::string> find_deadlock(const Simulation& simulation);

}  // namespace ebb::inline engine
