// What managed switches must have off on ports between switches before VLAN trees are loaded.
#pragma once

#include "base/problem.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

/// STP that is on, and VLANs that close a loop. Empty for switches with OpenFlow. Needs the ports.
Problems trunk_problems(const FabricSession& session);

}  // namespace ebb::inline tasks
