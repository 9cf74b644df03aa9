// The time series of a run, assembled from what was recorded at the end of every batch anyway: it costs the
// run nothing, and has as many spans as there are batches.
#pragma once

#include <vector>

#include "engine/run/channel_use.hpp"
#include "results/run_time_series.hpp"
#include "statistics/batches.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline engine {

/// Returns the time series up to now. All ranks.
RunTimeSeries series_of_run(const Simulation& simulation, const BatchSeries& batches, const UseLog& uses,
                            const Judgement& judgement);

}  // namespace ebb::inline engine
