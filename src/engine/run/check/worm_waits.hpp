// The wait-for graph of wormhole switching. Each wait is certain: a worm waits for a virtual channel until
// the worm that holds it has left, or for a credit until the oldest worm of the lane at the other end moves.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulation.hpp"

namespace ebb::inline engine {

/// One input lane waits for another.
struct Wait {
  std::uint64_t lane = 0, next = 0;
};

/// Returns the waits of this rank, by lane. Every lane waits for one other at most.
std::vector<Wait> worm_waits(const Simulation& simulation);

}  // namespace ebb::inline engine
