// A run on several ranks: the messages between them besides the simulation, and the report of the first rank
// to the user.
#pragma once

#include <string>

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// True when no rank has problems. Otherwise rank 0 has printed them. Collective.
bool all_well(Exchange& exchange, Problems own);

/// Checks that rank 0 has the same `configuration` and build as this rank, because a file or program may be
/// outdated on one machine. Collective.
Problems check_alike(Exchange& exchange, const std::string& configuration);

/// Describes the partitioning: "2 ranks: 9,216 of 57,344 cables between switches join different ranks (16
/// %)".
std::string cut_text(const Network& network, std::size_t ranks);

/// Returns the memory of each rank: "memory of the ranks: 0.12 GB, 0.12 GB". Collective.
std::string memory_text(Exchange& exchange, std::uint64_t peak);

}  // namespace ebb::inline experiment
