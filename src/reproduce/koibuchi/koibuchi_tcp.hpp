// TCP on Koibuchi's hosts: CentOS 4.6 with a Linux kernel 2.6.9. The paper gives neither windows nor times of
// hosts. Where a value is not the paper's, it says whose it is.
#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"

namespace ebb::inline reproduce {

/// Processor time of a host for each byte that it sends or gets over TCP: copies, checksums, interrupts. It
/// is fitted so that CG on 64 processes takes as long over TCP as in Table 4. All other programs and Figures
/// 2 and 3 use the same value.
inline constexpr Picoseconds koibuchi_per_byte{6'200};

/// Settings of a run over TCP. Frames have 1,448 bytes of payload and 90 of headers, preamble and gap.
/// Windows are three quarters of the kernel's largest receive buffer, 174,760 bytes; they begin with three
/// segments (RFC 3390). With pause frames nothing is lost, so the congestion control never reduces a window.
/// A flow keeps to one link of a trunk, as in switches: otherwise its segments would overtake each other.
inline std::vector<std::string> koibuchi_tcp_settings() {
  return {"host.packet=1448B",          "host.header=90B",
          "host.transport=tcp",         "transport.window=128KiB",
          "transport.initial_window=3", "routing.name=vlan_trees"};
}

}  // namespace ebb::inline reproduce
