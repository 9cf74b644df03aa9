// From the batches of a run and the judgement on them to the figures that are reported.
#pragma once

#include "engine/batches.hpp"
#include "engine/verdict.hpp"
#include "network/run_result.hpp"

namespace ebb {

RunStatistics statistics_of(const BatchSeries& series, const Judgement& judgement);

}  // namespace ebb
