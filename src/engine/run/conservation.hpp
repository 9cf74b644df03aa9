// The books at the end of a run: packets, bytes, credits and picoseconds must add up, to the last one. A run
// whose books do not balance has no result.
#pragma once

#include <string>
#include <vector>

#include "engine/simulation.hpp"

namespace ebb::inline engine {

/// Returns one line for each thing that does not add up, and none when everything does. The books can be
/// checked at any time that run_until() has reached. All ranks.
std::vector<std::string> check_conservation(const Simulation& simulation);

/// Gives the lines of all ranks to everybody. All ranks.
std::vector<std::string> all_lines(Exchange& exchange, const std::vector<std::string>& own);

}  // namespace ebb::inline engine
