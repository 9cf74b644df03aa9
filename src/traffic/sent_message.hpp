// A message as it was generated: what a trace is made of.
#pragma once

#include <vector>

#include "network/network.hpp"

namespace ebb::inline traffic {

struct SentMessage {
  Picoseconds at{};  ///< when its source has it ready to send
  HostId source = no_id, destination = no_id;
  Bytes size{};  ///< payload
  bool operator==(const SentMessage&) const = default;

  /// In the trace of a job: nothing is sent, the host only computes.
  bool is_step() const { return source == destination; }
};

/// What a message of a job waits for, and how long its source computes then. It waits for messages that its
/// source sent or was sent: the former have been handed over to be sent, the latter have arrived.
struct Waits {
  Picoseconds computing{};
  std::vector<std::uint32_t> after;  ///< numbers of earlier messages of the trace, ascending
  bool operator==(const Waits&) const = default;
};

}  // namespace ebb::inline traffic
