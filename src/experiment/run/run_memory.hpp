// How much memory a run will take, before there is one.
#pragma once

#include <cstdint>

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Returns the bytes that a run needs for its ports and hosts, from the closed forms; no routing needs less.
std::uint64_t least_memory(const Facts& facts);

struct UnderWay {
  double packets = 0;       ///< in the network
  double messages = 0;      ///< at their sources
  double notification = 0;  ///< of deliveries, on their way to a workload that hears of them
};

/// Returns how much will be under way at a time if the network can carry what is offered. Where it cannot,
/// that grows, and only the run itself can tell.
UnderWay under_way(const RunInput& input, const Traffic& traffic);

/// Returns the bytes that the simulation will take on all ranks together, besides the network, the routing
/// and the workload, which are there already.
std::uint64_t simulation_memory(const RunInput& input, const Network& network, const Traffic& traffic);

/// Returns the bytes that it takes to tell of each channel (RunHooks::each_channel), on all ranks together.
std::uint64_t channel_log_memory(std::uint64_t channels, const RunInput& input);

}  // namespace ebb::inline experiment
