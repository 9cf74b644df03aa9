// Predicts how much memory a run needs.
#pragma once

#include <cstdint>

#include "experiment/run/run_input.hpp"
#include "network/network.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline experiment {

/// Returns the bytes that a run needs for its ports and hosts, from the closed forms. No routing needs less.
std::uint64_t least_memory(const Facts& facts);

struct UnderWay {
  double packets = 0;       ///< in the network
  double messages = 0;      ///< at their sources
  double notification = 0;  ///< delivery notifications on their way to the workload
};

/// Returns how much is under way at a time if the network can carry the offered load. Above saturation it
/// grows without a bound known before the run.
UnderWay under_way(const RunInput& input, const Traffic& traffic);

/// Returns the bytes that the simulation takes on all ranks together, without the network, the routing and
/// the workload, which are allocated already.
std::uint64_t simulation_memory(const RunInput& input, const Network& network, const Traffic& traffic);

/// Returns the bytes needed to record each channel (RunHooks::each_channel), on all ranks together.
std::uint64_t channel_log_memory(std::uint64_t channels, const RunInput& input);

}  // namespace ebb::inline experiment
