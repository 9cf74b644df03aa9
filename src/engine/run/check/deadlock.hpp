// Finds packets that wait for each other in a cycle. Each wait is certain: a head waits for buffer space that
// only a credit can give, and that credit can only come from a buffer whose own head waits likewise. So a
// cycle is a proven deadlock.
#pragma once

#include <string>
#include <vector>

#include "engine/simulation.hpp"

namespace ebb::inline engine {

/// Returns the channels of one such cycle as text, in the order in which they wait, or nothing when there is
/// none. All ranks.
std::vector<std::string> find_deadlock(const Simulation& simulation);

}  // namespace ebb::inline engine
