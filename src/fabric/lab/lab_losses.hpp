// What the hosts and switches of a lab count as lost, or as sent again because it seemed to be: readings from
// which differences are taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "fabric/lab/lab_names.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct LabLosses {
  /// Of TCP, by all hosts. A segment is also sent again when its answer is late; then it arrives twice, and
  /// the receiver says so (RFC 2883).
  std::uint64_t segments = 0, sent_again = 0, arrived_twice = 0;
  /// Frames that a port of a switch could not send because it, or its cable, was down, and frames that were
  /// dropped where a queue was full.
  std::uint64_t refused = 0, queue_full = 0;
  /// Frames that switches received and did not send on, more or less what is under way: they had no time to
  /// take them, no room to send them, or a port that is down. Tables that send one frame to many would hide
  /// it.
  std::int64_t not_sent_on = 0;

  LabLosses since(const LabLosses& before) const;
};

Result<LabLosses> read_losses(const LabNames& names, const Network& network);

/// Adds the segments of TCP from the texts of /proc/net/snmp and /proc/net/netstat, one after the other.
/// False: they are not in it.
bool add_segments(const std::string& text, LabLosses& to);
/// Drops of all queues in the words of `tc -s -j qdisc`; nothing when those are no JSON.
std::optional<std::uint64_t> queue_drops(const std::string& json);

}  // namespace ebb::inline fabric
