// The basis of the watts and the money of stored runs, from their figures.
#pragma once

#include <optional>
#include <vector>

#include "results/network_power.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline study {

/// Nothing for a run without [plan], or without a result.
std::optional<PowerBasis> basis_of(const StoredRun& run);

/// The common basis of several runs, with every missing number of any of them. Runs of one network differ
/// only in the states they were in.
std::optional<PowerBasis> basis_of(const std::vector<StoredRun>& runs);

}  // namespace ebb::inline study
