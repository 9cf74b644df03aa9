// The processes of one run, as mpirun or a cluster's scheduler has started them.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "engine/exchange/exchange.hpp"

namespace ebb::inline ranks {

/// Joins the others, or is alone when nobody else was started. A problem when there are others but this
/// program was built without MPI: each of them would do the whole run by itself.
Result<std::unique_ptr<Exchange>> join_ranks();

/// How many of the ranks share this machine's memory.
std::size_t ranks_on_this_machine();

/// The peak of this process's resident memory, in bytes.
std::uint64_t peak_memory();

}  // namespace ebb::inline ranks
