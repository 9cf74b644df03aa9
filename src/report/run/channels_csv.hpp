// The figures of each channel of a run, one line per channel; and dropped packets, one line per flow.
#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"
#include "results/dropped_flow.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline report {

/// Its ends, its utilisation, and the time at each of `levels` (slowest first): a column for each rate, one
/// for off, and one for the changes of which a rate is the faster. On every line these add up to `time`.
std::string channels_csv(const Network& network, const std::vector<ChannelResult>& channels,
                         const std::vector<BitsPerSecond>& levels, Picoseconds time);

/// The flows that lost packets, most losses first; with the hosts' names, where they have some.
std::string dropped_flows_csv(const Network& network, const std::vector<DroppedFlow>& flows);

}  // namespace ebb::inline report
