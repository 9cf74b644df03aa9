// A run over time, put together from what was written down at the end of every batch anyway: it costs the run
// nothing, and keeps as many spans as there are batches.
#pragma once

#include <vector>

#include "engine/run/channel_use.hpp"
#include "results/run_time_series.hpp"
#include "statistics/judgement.hpp"

namespace ebb::inline engine {

/// Returns the course up to now. All ranks.
RunTimeSeries series_of_run(const Simulation& simulation, const BatchSeries& batches, const UseLog& uses,
                            const Judgement& judgement);

}  // namespace ebb::inline engine
