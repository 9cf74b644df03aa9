// What the channels did in a run.
#pragma once

#include <vector>

#include "engine/simulation.hpp"
#include "network/run_outcome.hpp"

namespace ebb {

/// One entry per kind of channel; a cable's kind counts once per direction for hosts: to and from the
/// network.
std::vector<ChannelKindResult> channel_results(const Simulation& simulation);

/// One entry per rate of the ladder, changes included; empty when nothing is controlled.
std::vector<RateResult> rate_results(const Simulation& simulation);

/// One entry per channel, by id.
std::vector<ChannelResult> each_channel(const Simulation& simulation);

}  // namespace ebb
