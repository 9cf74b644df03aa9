// VLAN trees on managed switches: what `ebb trees --snmp` does.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "fabric/snmp/vlan_rollout.hpp"
#include "tasks/trees/trees_task.hpp"

namespace ebb::inline tasks {

struct SnmpTreesOptions {
  std::string inventory;
  bool plan = false;     ///< only reads the switches
  bool stp_off = false;  ///< may switch STP off on ports between switches
};

struct SnmpTreesResult {
  std::vector<std::string> steps;  ///< "s0: create VLAN 2: ports 1-3, untagged 1", in their order
  VlanRollout rollout;             ///< where it was not only a plan
};

/// Brings the VLANs of all switches to the trees, or leaves all as they were. Reads every switch before it
/// changes the first.
Result<SnmpTreesResult> configure_trees(const TreesResult& trees, const SnmpTreesOptions& options);

}  // namespace ebb::inline tasks
