// Counters of lost frames and TCP retransmissions of the hosts and switches of a lab. Losses are differences
// of two readings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct LabLosses {
  /// TCP segments of all hosts. A late acknowledgement also causes a retransmission; the segment then arrives
  /// twice, and the receiver reports it (RFC 2883).
  std::uint64_t segments = 0, sent_again = 0, arrived_twice = 0;
  /// Frames that a switch port could not send because it or its cable was down, and frames dropped at a full
  /// queue.
  std::uint64_t refused = 0, queue_full = 0;
  /// Frames that switches received and did not forward, including those in flight: they were overloaded, had
  /// no buffer, or the port was down. Tables that replicate frames would hide this loss.
  std::int64_t not_sent_on = 0;

  LabLosses since(const LabLosses& before) const;
};

Result<LabLosses> read_losses(const LabNames& names, const Network& network,
                              DataPlane plane = DataPlane::openvswitch);

/// Adds the TCP segments from the texts of /proc/net/snmp and /proc/net/netstat, one after the other. False:
/// the text has none.
bool add_segments(const std::string& text, LabLosses& to);
/// Drops of all queues in the output of `tc -s -j qdisc`; nullopt when it is not JSON.
std::optional<std::uint64_t> queue_drops(const std::string& json);

}  // namespace ebb::inline fabric
