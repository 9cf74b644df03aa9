// The processes of one run, as started by mpirun or a cluster's scheduler.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "engine/exchange/exchange.hpp"

namespace ebb::inline ranks {

/// Joins the other processes, or returns a single-process exchange when there are none. A problem when there
/// are others but this program was built without MPI: each of them would do the whole run by itself.
Result<std::unique_ptr<Exchange>> join_ranks();

/// Returns how many of the ranks share this machine's memory.
std::size_t ranks_on_this_machine();

}  // namespace ebb::inline ranks
