// Choices made once per run from the seed: shuffles and samples of hosts.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// All hosts in a random order; every order is equally likely.
std::vector<HostId> shuffled_hosts(std::uint32_t hosts, Random& random);

/// The stream for a workload's choices that concern no single host.
inline Random choice_stream(std::uint64_t seed) { return Random(seed, placement_stream, traffic_stream); }

}  // namespace ebb::inline traffic
