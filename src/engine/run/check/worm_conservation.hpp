// Conservation checks of worms. A worm can be in several switches at once; it counts as a packet where its
// head is.
#pragma once

#include <string>
#include <vector>

#include "engine/run/check/places.hpp"
#include "engine/simulation.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Counts the packets and flits of all lanes and wires of this rank.
void count_worms(const Simulation& simulation, Places& places);

/// Each flit of a buffer is a credit at the source, a credit on its way back, or taken by a flit. Together
/// they are the whole buffer. The flits that a lane misses of its youngest worm are those that the worm still
/// has at the source.
void check_flits(const Simulation& simulation, const Places& places, PortId source,
                 std::vector<std::string>& wrong);

/// Checks the lanes behind the crossbar of a switch's output, where there are some.
void check_output_lanes(const Simulation& simulation, PortId port, std::vector<std::string>& wrong);

}  // namespace ebb::inline engine
