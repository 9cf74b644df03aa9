// Checks whether the parts of a run fit each other and the built network. A run and `ebb check` both use it,
// so `ebb check` never accepts what a run refuses.
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
#include "catalogue/any_routing.hpp"
#include "config/node.hpp"
#include "engine/exchange/exchange.hpp"
#include "experiment/run/run_input.hpp"
#include "network/network.hpp"
#include "power/policy/policy.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline experiment {

/// Prepares the routing for this rank's switches, binds the workload to the network, and returns it; null
/// where the file has none. The traffic moves out of the input.
Result<std::unique_ptr<Traffic>> fit_parts(RunInput& input, const Network& network,
                                           const Exchange* exchange = nullptr);

/// Returns where a policy works in this run. The input must still have its traffic's sizes.
PolicyContext policy_context(const RunInput& input);

/// Gives a policy the channels of this run, and returns what does not fit. `where` of a problem is a field of
/// the policy.
Problems fit_policy(const RunInput& input, Policy& policy);

/// True when the routing works with the cables that the policy may switch off, or when the policy switches
/// none off.
bool fits_routing(const Policy& policy, const AnyRouting& routing);

/// Returns the same problems with their positions in the file.
Problems placed(Problems found, const Node& document);

}  // namespace ebb::inline experiment
