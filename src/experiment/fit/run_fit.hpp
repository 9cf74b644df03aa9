// Checks whether the parts of a run fit together (part_fit.hpp) and into memory.
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
#include "engine/exchange/exchange.hpp"
#include "experiment/fit/part_fit.hpp"
#include "network/network.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline experiment {

/// Returns the bytes of memory that this process may use: the machine's, or the limit of its control groups.
std::uint64_t memory_of_machine();

/// Refuses a network that is too large, from its closed forms, before anything is built. So a typing error
/// does not take hours or all the memory.
Problems check_size(const Facts& facts, std::uint64_t memory);

/// Refuses a run that is too large, from the closed forms, before anything is built.
Problems check_run_size(const RunInput& input, std::uint64_t memory);

/// A run on its built network: its workload, and the bytes of memory that it will need.
struct FittedRun {
  std::unique_ptr<Traffic> traffic;
  std::uint64_t memory = 0;
};

/// Checks what depends on the built network. Prepares the routing for this rank's switches, and moves the
/// traffic out of the input. Each rank has `memory` bytes. `each_channel` is as in RunHooks.
Result<FittedRun> fit_run(RunInput& input, const Network& network, std::uint64_t memory,
                          const Exchange* exchange = nullptr, bool each_channel = false);

}  // namespace ebb::inline experiment
