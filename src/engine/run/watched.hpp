// What a verdict needs to know of a run besides its packets: its slow processes, and the channels' power from
// batch to batch.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "engine/run/channel_use.hpp"
#include "results/run_series.hpp"
#include "statistics/judgement.hpp"
#include "statistics/verdict.hpp"

namespace ebb::inline engine {

/// Returns the requirements on a run with this traffic, routing and control.
Wanted wanted_of(const Simulation& simulation, double precision, Picoseconds warm_up);

/// Updates the clocks that only the run itself shows: how long channels that began together swing in step,
/// how often a channel changes its level, and how long packets take to fill the delay budget of a latency
/// bound. All ranks.
void learn_clocks(Wanted& wanted, const Simulation& simulation, std::uint64_t packets_delivered);

/// Returns the figures that must be steady besides the latency: the power, where channels are controlled,
/// with the level changes that move it where links leave the routes. Both vectors have an entry for each
/// complete batch.
std::vector<Watched> watched_figures(const NetworkState& state, const std::vector<UseByKind>& batches,
                                     const std::vector<std::uint64_t>& changes);

/// Returns what the channels did in each batch, as plain numbers.
RunSeries series_of(const std::vector<UseByKind>& batches, const Judgement& judgement);

}  // namespace ebb::inline engine
