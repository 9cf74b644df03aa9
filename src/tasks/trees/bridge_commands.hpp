// VLAN trees as commands for Linux bridges.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"
#include "rules/trees/vlan_ports.hpp"
#include "tasks/trees/trees_task.hpp"

namespace ebb::inline tasks {

/// All ports of a switch that are configured; a link that is off is in no VLAN.
std::vector<VlanPort> ports_of(const TreesResult& trees, SwitchId s);

/// The commands that make bridges of these switches, with the addresses of all hosts: VLAN filtering on, STP
/// off, and each bridge up only after its ports are in their VLANs.
std::string bridge_commands(const TreesResult& trees, const std::vector<SwitchId>& switches);

}  // namespace ebb::inline tasks
