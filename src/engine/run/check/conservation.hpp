// Conservation checks at the end of a run: packets, bytes, credits and picoseconds must add up exactly. A run
// that fails a check has no result.
#pragma once

#include <string>
#include <vector>

#include "engine/simulation.hpp"

namespace ebb::inline engine {

/// Returns one line for each check that fails, and none when all hold. They can be made at any time that
/// run_until() has reached. All ranks.
std::vector<std::string> check_conservation(const Simulation& simulation);

/// Gives the lines of all ranks to every rank. All ranks.
std::vector<std::string> all_lines(Exchange& exchange, const std::vector<std::string>& own);

}  // namespace ebb::inline engine
