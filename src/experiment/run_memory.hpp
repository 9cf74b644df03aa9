// How much memory a run will take, before there is one.
#pragma once

#include <cstdint>

#include "experiment/run_input.hpp"

namespace ebb::inline experiment {

/// Returns the bytes that a run needs for its ports and hosts, from the closed forms; no routing needs less.
std::uint64_t least_memory(const Facts& facts);

/// Returns the most bytes that it takes to tell of each channel (RunHooks::each_channel), on all ranks
/// together; runs were measured to take a quarter of it or more.
std::uint64_t channel_log_memory(std::uint64_t channels, const RunInput& input);

}  // namespace ebb::inline experiment
