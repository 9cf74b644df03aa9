// Finds out whether the parts of a run fit each other and the built network. A run and `ebb check` both ask
// here, so that the one never calls good what the other refuses.
#pragma once

#include "experiment/run/run_input.hpp"

namespace ebb::inline experiment {

/// Prepares the routing for this rank's switches, binds the workload to the network, and returns it; null
/// where the file has none. The traffic moves out of the input.
Result<std::unique_ptr<Traffic>> fit_parts(RunInput& input, const Network& network,
                                           const Exchange* exchange = nullptr);

/// Tells a policy of the channels of this run, and returns what does not fit. `where` of a problem is a field
/// of the policy.
Problems fit_policy(const RunInput& input, Policy& policy);

/// Says whether a routing works with the cables that a policy may switch off, if it does.
bool fits_routing(const Policy& policy, const AnyRouting& routing);

/// Returns the same problems with their places in the file.
Problems placed(Problems found, const Node& document);

}  // namespace ebb::inline experiment
