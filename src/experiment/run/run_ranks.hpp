// A run on several ranks: what they tell each other besides the simulation, and what the first one tells the
// user about them.
#pragma once

#include <string>

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Says whether no rank has problems. If one has, rank 0 has told the user. All ranks.
bool all_well(Exchange& exchange, Problems own);

/// Checks that rank 0 has the same `configuration` and build as this rank, because a file or program may be
/// old on one machine. All ranks.
Problems check_alike(Exchange& exchange, const std::string& configuration);

/// Returns how the switches were shared: "2 ranks: 9,216 of 57,344 cables between switches join different
/// ranks (16 %)".
std::string cut_text(const Network& network, std::size_t ranks);

/// Returns what each rank needed: "memory of the ranks: 0.12 GB, 0.12 GB". All ranks.
std::string memory_text(Exchange& exchange, std::uint64_t peak);

}  // namespace ebb::inline experiment
