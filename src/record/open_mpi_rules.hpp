// The algorithm that Open MPI chooses for a collective call, by the size of the message and the number of
// members: the fixed decision rules of its component `tuned` in versions 4.1 and 5.0.
#pragma once

#include <cstdint>

#include "record/algorithm.hpp"
#include "record/recorded_call.hpp"

namespace ebb::inline record {

/// `bytes` are those of the call (recorded_call.hpp): of the whole vector, or of one member's part. Open
/// MPI's algorithms that send the same messages are one here: its rules use no segments, so that a pipeline
/// is a chain and a segmented ring a ring. The synchronisation before a linear algorithm is left out.
/// In-order and split binary trees, which it uses for a few sizes from 256 members on, are binary trees here.
Algorithm open_mpi_rule(Call call, std::uint32_t members, std::int64_t bytes);

}  // namespace ebb::inline record
