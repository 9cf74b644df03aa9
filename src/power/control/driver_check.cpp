#include "power/control/driver_check.hpp"

namespace ebb::inline power {

Problems check_driver(const Policy& policy, const DriverKnowledge& owner) {
  constexpr const char* others = "take a policy that looks at the load alone, for example \"halve_double\"";
  Problems problems;
  if (policy.needs_queue() && !owner.queue)
    problems.push_back(
        {"policy", "has to know how much waits for a channel, and nobody knows that here", others});
  if (policy.latency_bound() && !owner.added_delay)
    problems.push_back({"policy", "has to know how late packets are, and nobody counts that here", others});
  if (policy.changes_topology() && !owner.stages)
    problems.push_back({"policy", "switches cables off in stages, and nobody knows the stages here", others});
  return problems;
}

}  // namespace ebb::inline power
