// Computes the reported figures from the batches of a run and the judgement on them.
#pragma once

#include "results/run_result.hpp"
#include "statistics/batches.hpp"
#include "statistics/verdict.hpp"

namespace ebb::inline statistics {

RunStatistics statistics_of(const BatchSeries& series, const Judgement& judgement);

}  // namespace ebb::inline statistics
