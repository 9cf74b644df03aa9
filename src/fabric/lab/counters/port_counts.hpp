// What the ports of a lab's switches have counted: as Open vSwitch tells it, or the interfaces themselves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/lab/lab_names.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// The counters of a switch's port since the bridge was made.
struct PortCount {
  std::uint64_t received = 0, sent = 0;  ///< frames
  /// Frames that could not be sent: a port that is down, or whose cable is down, accepts none. (Frames that
  /// Linux counts as dropped on reception did reach the switch: Linux knows no protocol for them, as for our
  /// probes.)
  std::uint64_t dropped = 0;
  bool operator==(const PortCount&) const = default;
};
/// From the text of `ovs-ofctl dump-ports`; by local port, whose number is one less than OpenFlow's.
std::vector<PortCount> parse_port_counts(const std::string& dump, std::uint32_t ports);

/// Of the interfaces of all ports, by PortId; empty when the kernel does not tell.
std::vector<PortCount> read_interface_counts(const LabNames& names, const Network& network);

}  // namespace ebb::inline fabric
