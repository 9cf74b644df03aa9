// What a verdict has to know of a run besides its packets: what takes its time in it, and how the channels'
// power went from batch to batch.
#pragma once

#include <vector>

#include "engine/run/channel_use.hpp"
#include "results/run_series.hpp"
#include "statistics/verdict.hpp"

namespace ebb::inline engine {

/// Returns what is wanted of a run that has this traffic, this routing and this control.
Wanted wanted_of(const Simulation& simulation, double precision, Picoseconds warm_up);

/// Takes in what only a run itself shows: how long channels that began together go up and down together, how
/// often a channel changes its level, and over which time packets pay in what the account of a promise can
/// hold. All ranks.
void learn_clocks(Wanted& wanted, const Simulation& simulation, std::uint64_t packets_delivered);

/// Returns the figures that must be steady besides the latency: the power, where channels are controlled,
/// with the level changes that move it where links leave the routes. Both vectors have an entry for each
/// complete batch.
std::vector<Watched> watched_figures(const NetworkState& state, const std::vector<UseByKind>& batches,
                                     const std::vector<std::uint64_t>& changes);

/// Returns what the channels did in each batch, as plain numbers.
RunSeries series_of(const std::vector<UseByKind>& batches, const Judgement& judgement);

}  // namespace ebb::inline engine
