// What pauses or drops did in a run.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/units.hpp"
#include "engine/simulation.hpp"
#include "network/network.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline engine {

/// Nothing with credits. All ranks.
std::optional<FlowResult> flow_result(const Simulation& simulation, const Counters& counters);

/// Returns how long the other end has had a channel paused up to now, for one virtual channel.
Picoseconds paused_time(const Simulation& simulation, PortId channel, unsigned vc);

/// Returns the flow control numbers of a channel that is paused, or whose port drops: the paused time of each
/// virtual channel, then pause frames sent and packets dropped. Empty with credits.
std::vector<std::int64_t> flow_numbers(const Simulation& simulation, PortId channel);
void set_flow(ChannelResult& result, std::span<const std::int64_t> numbers);

}  // namespace ebb::inline engine
