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

/// Returns how long channels of a kind that began together go up and down together, as far as the run has
/// shown by now, of the kind that takes longest; 0 where hardly any channel goes up and down all the time. A
/// kind that takes many times as long as the run so far looks steady, and does not count. All ranks.
Picoseconds keeps_step(const Simulation& simulation);

/// Returns the figures that must be steady besides the latency: the power, where channels are controlled.
std::vector<Watched> watched_figures(const NetworkState& state, const std::vector<UseByKind>& batches);

/// Returns what the channels did in each batch, as plain numbers.
RunSeries series_of(const std::vector<UseByKind>& batches, const Judgement& judgement);

}  // namespace ebb::inline engine
