// The messages of collective calls, by the algorithms that MPI libraries use for long messages.
#pragma once

#include <functional>
#include <span>

#include "traffic/job_maker.hpp"

namespace ebb::inline record {

using Members = std::span<const std::uint32_t>;
/// Bytes from one member to another, by their places in the group.
using SizeOf = std::function<std::int64_t(std::uint32_t from, std::uint32_t to)>;

/// Each waits, in rounds, for the one 1, 2, 4, … places before it.
void make_barrier(JobMaker& job, Members members);
/// Along a binomial tree from the root, or to it.
void make_broadcast(JobMaker& job, Members members, std::uint32_t root, Bytes size);
void make_reduce(JobMaker& job, Members members, std::uint32_t root, Bytes size);
/// Recursive doubling for a power of two; else to the first member and back from it.
void make_all_reduce(JobMaker& job, Members members, Bytes size);
/// Round a ring, from neighbour to neighbour.
void make_all_gather(JobMaker& job, Members members, Bytes size);
/// In rounds: in round k, each to the one k places further on.
void make_all_to_all(JobMaker& job, Members members, const SizeOf& size);
/// From all others to the root at once, or back.
void make_gather(JobMaker& job, Members members, std::uint32_t root, const SizeOf& size);
void make_scatter(JobMaker& job, Members members, std::uint32_t root, const SizeOf& size);
/// From each to the next one.
void make_scan(JobMaker& job, Members members, Bytes size);

}  // namespace ebb::inline record
