// A run on several ranks: the messages between them besides the simulation.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "engine/exchange/exchange.hpp"
#include "experiment/run/run_input.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

/// Returns the problems of each rank. Collective: all ranks get the same.
std::vector<Problems> problems_of_ranks(Exchange& exchange, const Problems& own);

/// Returns the problems of the first rank that has any, so that either all ranks go on or none does. Those of
/// another rank than the first begin with "rank N: ". Collective: all ranks get the same.
Problems first_problems(Exchange& exchange, Problems own);

/// Checks that rank 0 has the same `configuration` and build as this rank, because a file or program may be
/// outdated on one machine. Collective.
Problems check_alike(Exchange& exchange, const std::string& configuration);

/// Describes the partitioning: "2 ranks: 9,216 of 57,344 cables between switches join different ranks (16
/// %)".
std::string cut_text(const Network& network, std::size_t ranks);

/// Returns the memory of each rank: "memory of the ranks: 0.12 GB, 0.12 GB". Collective.
std::string memory_text(Exchange& exchange, std::uint64_t peak);

}  // namespace ebb::inline experiment
