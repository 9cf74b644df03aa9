// Benito, Table II: the benchmarks replayed, message by message, as they computed and communicated.
#pragma once

#include "base/problem.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline reproduce {

/// Adds the time of an iteration of each benchmark with 64 processes on 64 hosts. The paper states neither
/// the class nor the cluster, so the rows are not judged: they show between which classes its times lie.
Problems add_replayed_kernels(Rows& rows, const Effort& effort);

}  // namespace ebb::inline reproduce
