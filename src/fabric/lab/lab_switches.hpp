// The switches of a lab: an Open vSwitch of its own with one bridge each, their ports and their rules.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/lab/counters/port_counts.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

Problems start_switches(const LabNames& names);
/// The OpenFlow number of a port is its local number + 1.
Problems make_bridges(const LabNames& names, const Network& network);
/// Loads the rules of each switch in one OpenFlow bundle.
Problems load_programs(const LabNames& names, const std::vector<SwitchProgram>& programs);

/// By PortId of the network; empty when a switch does not answer. Of switches in the kernel these are the
/// counters of the interfaces.
std::vector<PortCount> read_port_counts(const LabNames& names, const Network& network,
                                        DataPlane plane = DataPlane::openvswitch);

}  // namespace ebb::inline fabric
