// A run on several ranks: what they tell each other besides the simulation, and what the first one tells the
// user about them.
#pragma once

#include <string>

#include "experiment/run_input.hpp"

namespace ebb::inline experiment {

/// Whether no rank has problems. If one has, rank 0 has said so. All ranks.
bool all_well(Exchange& exchange, Problems own);

/// That rank 0 has the same `configuration` and build as this one: a file or program may be old on one
/// machine. All ranks.
Problems check_alike(Exchange& exchange, const std::string& configuration);

/// How the switches were shared: "2 ranks: 9,216 of 57,344 cables between switches join different ranks (16
/// %)".
std::string cut_text(const Network& network, std::size_t ranks);

/// What each rank needed: "memory of the ranks: 0.12 GB, 0.12 GB". All ranks.
std::string memory_text(Exchange& exchange, std::uint64_t peak);

}  // namespace ebb::inline experiment
