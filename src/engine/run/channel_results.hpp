// What the channels did in a run.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "engine/run/channel_use.hpp"
#include "network/network.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline engine {

/// What the channels of each kind did, on all ranks.
struct RunUse {
  UseByKind measured;  ///< in the measured time
  Picoseconds time;    ///< how long that was
  UseByKind whole;     ///< since the start of the run
};

/// Returns one entry per kind of channel. Cables of hosts give two kinds: to and from the network. All ranks.
std::vector<ChannelKindResult> channel_results(const Simulation& simulation, const RunUse& use);

/// Returns what is known of each kind without a run, in the order of network/channel_kinds.hpp. A kind may
/// have no channel.
std::vector<ChannelKindResult> kinds_of_channels(const Network& network);

/// Returns one entry per rate level, transitions included, and none when nothing is controlled.
std::vector<RateResult> rate_results(const Simulation& simulation, const RunUse& use);

/// Returns one entry per channel, by id, since the start of the run. Only rank 0 gets them. All ranks.
std::vector<ChannelResult> each_channel(const Simulation& simulation);

/// The same from each rank's own channels, in the order of for_each_channel().
std::vector<ChannelResult> brought_together(const Simulation& simulation, std::vector<ChannelResult> own);

}  // namespace ebb::inline engine
