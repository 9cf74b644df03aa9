// The switches of a lab: an Open vSwitch of its own with one bridge each, their ports and their rules.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

Problems start_switches(const LabNames& names);
/// The OpenFlow number of a port is its local number + 1.
Problems make_bridges(const LabNames& names, const Network& network);
/// Loads the rules of each switch in one OpenFlow bundle.
Problems load_programs(const LabNames& names, const std::vector<SwitchProgram>& programs);

/// The counters of a switch's port since the bridge was made.
struct PortCount {
  std::uint64_t received = 0, sent = 0;  ///< frames
  /// Frames that could not be sent: a port that is down, or whose cable is down, accepts none. (Frames that
  /// Linux counts as dropped on reception did reach the switch: Linux knows no protocol for them, as for our
  /// probes.)
  std::uint64_t dropped = 0;
  bool operator==(const PortCount&) const = default;
};
/// By PortId of the network; empty when a switch does not answer.
std::vector<PortCount> read_port_counts(const LabNames& names, const Network& network);
/// The same from the text of `ovs-ofctl dump-ports`; by local port, whose number is one less than OpenFlow's.
std::vector<PortCount> parse_port_counts(const std::string& dump, std::uint32_t ports);

}  // namespace ebb::inline fabric
