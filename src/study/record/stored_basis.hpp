// What the watts and the money of stored runs rest on, from their figures.
#pragma once

#include <optional>
#include <vector>

#include "results/network_power.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline study {

/// Nothing for a run without a [plan], or one that came to no result.
std::optional<PowerBasis> basis_of(const StoredRun& run);

/// The same of all that are there, with every number that one of them lacks. Runs of one network differ only
/// in the states that they were in.
std::optional<PowerBasis> basis_of(const std::vector<StoredRun>& runs);

}  // namespace ebb::inline study
