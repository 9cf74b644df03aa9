// Checks whether a policy can work with a driver of channels. The simulator knows everything about its
// channels. An agent beside a real switch does not, and checks before it starts.
#pragma once

#include "base/problem.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

/// What a driver knows about its channels, besides the bytes that they have carried.
struct DriverKnowledge {
  bool queue = true;        ///< how much waits for a channel
  bool added_delay = true;  ///< how many packets were sent, and their added delay
  bool downstream = true;   ///< how full the next buffer is
  bool stages = true;       ///< the stage of each channel, where cables can leave the routes
};

/// Returns why the policy cannot work with what this driver knows. The place of a problem is "policy".
Problems check_driver(const Policy& policy, const DriverKnowledge& driver);

}  // namespace ebb::inline power
