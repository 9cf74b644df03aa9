// What the routers have to drain so that only some cables carry packets: whole routers, and other cables by
// the cost of both their ports. Pure.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "fabric/agent/agent_driver.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct DrainPlan {
  std::vector<bool> routers;  ///< by switch: is drained as a whole
  std::vector<bool> ports;    ///< by port of a switch: has the cost of a drained link

  bool operator==(const DrainPlan&) const = default;
};

/// A router without hosts all of whose cables leave the routes is drained as a whole: one change instead of
/// one for each end of its cables. Every other cable that leaves is drained at both ends, because a cost
/// counts in one direction only.
DrainPlan drain_plan(const Network& network, const CableSet& routes);

/// Ports whose cable one plan drains, in whichever way, and the other does not.
std::vector<PortId> only_in(const Network& network, const DrainPlan& in, const DrainPlan& not_in);

/// Why an order cannot be carried out; empty: the routes connect what was promised. Shortest paths have no
/// loops.
Problems order_problems(const Network& network, const RouteOrder& order);

}  // namespace ebb::inline fabric
