// Whether the parts of a run fit together, on the built network and into memory.
#pragma once

#include "experiment/run_input.hpp"

namespace ebb::inline experiment {

/// In bytes.
std::uint64_t memory_of_machine();

/// Before anything is built, from the closed forms: a typing error must not take hours or all the memory.
Problems check_size(const Facts& facts, std::uint64_t memory);

/// What its size forbids, from the closed forms, before anything is built.
Problems check_run_size(const RunInput& input, std::uint64_t memory);

/// A run on its built network: the workload there, and the bytes of memory that it will need.
struct FittedRun {
  std::unique_ptr<Traffic> traffic;
  std::uint64_t memory = 0;
};

/// What only the built network tells. Prepares the routing for this rank's switches; the traffic is moved out
/// of the input. Each rank has `memory` bytes. `each_channel`: as in RunHooks.
Result<FittedRun> fit_run(RunInput& input, const Network& network, std::uint64_t memory,
                          const Exchange* exchange = nullptr, bool each_channel = false);

/// Tells a policy of the channels of this run; what does not fit. `where` is a field of the policy.
Problems fit_policy(const RunInput& input, Policy& policy);

}  // namespace ebb::inline experiment
