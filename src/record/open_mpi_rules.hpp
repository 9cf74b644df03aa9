// Which algorithm Open MPI chooses for a collective call, by the size of the message and the number of
// members: the fixed decision rules of its component `tuned` in versions 4.1 and 5.0.
#pragma once

#include <cstdint>

#include "record/algorithm.hpp"
#include "record/recorded_call.hpp"

namespace ebb::inline record {

/// `bytes` are those of the call (recorded_call.hpp): of the whole vector, or of one member's part. Where two
/// of Open MPI's algorithms send the same messages they are one here: its rules use no segments, so that a
/// pipeline is a chain and a segmented ring a ring; what a linear algorithm waits for before it begins is
/// left out. Trees in order and split binary trees, which it takes for a few sizes from 256 members on, are
/// binary trees here.
Algorithm open_mpi_rule(Call call, std::uint32_t members, std::int64_t bytes);

}  // namespace ebb::inline record
