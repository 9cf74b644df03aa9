// Whether a policy can work for an owner of channels. The simulator knows everything of its channels; an
// agent beside a real switch does not, and asks here before it starts.
#pragma once

#include "power/policy/policy.hpp"

namespace ebb::inline power {

/// What the owner of channels can tell of them, besides the bytes that they have carried.
struct DriverKnowledge {
  bool queue = true;        ///< how much waits for a channel
  bool added_delay = true;  ///< how many packets were sent and how late they were
  bool stages = true;       ///< where a channel stands among those that can leave the routes
};

/// Returns why the policy cannot work with what this owner knows. The place of a problem is "policy".
Problems check_driver(const Policy& policy, const DriverKnowledge& owner);

}  // namespace ebb::inline power
