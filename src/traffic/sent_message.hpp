// A message as it was generated: the element of a trace.
#pragma once

#include <vector>

#include "base/units.hpp"
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

/// The dependencies of a message of a job, and the computing time of its source after them. It depends on
/// messages that its source sent or received: the former have been handed over to be sent, the latter have
/// arrived.
struct Waits {
  Picoseconds computing{};
  std::vector<std::uint32_t> after;  ///< numbers of earlier messages of the trace, ascending
  bool operator==(const Waits&) const = default;
};

}  // namespace ebb::inline traffic
