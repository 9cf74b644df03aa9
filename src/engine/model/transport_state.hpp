// The connections of hosts, where a run has a transport. A host has one connection to every host that it
// sends to, and one from every host that sends to it. Both are made when the first message or segment comes.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "engine/model/connection_table.hpp"
#include "network/network.hpp"
#include "transport/numbered_ring.hpp"
#include "transport/receiver.hpp"
#include "transport/sender.hpp"

namespace ebb::inline engine {

/// A message in a connection, until all of it is acknowledged.
struct StreamMessage {
  std::int64_t born = 0, size = 0;  ///< payload
  std::uint32_t first = 0;          ///< number of its first segment
  std::uint32_t parts = 1;          ///< segments
  std::uint32_t tag = 0;
};

/// The messages of a connection in the order of their segments.
class StreamMessages {
 public:
  void add(const StreamMessage& message) {
    if (next_ - first_ == ring_.capacity()) ring_.grow(first_, next_);
    ring_[next_++] = message;
  }
  /// All segments before this one are acknowledged.
  void drop_before(std::uint32_t segment) {
    while (first_ != next_ && ring_[first_].first + ring_[first_].parts <= segment) ++first_;
  }
  /// Returns the message of a segment. There must be one.
  const StreamMessage& of_segment(std::uint32_t segment) const {
    std::uint32_t low = first_, high = next_;  // it is in [low, high)
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (ring_[middle].first <= segment ? low : high) = middle;
    }
    return ring_[low];
  }

 private:
  std::uint32_t first_ = 0, next_ = 0;
  NumberedRing<StreamMessage, 2> ring_;
};

/// A connection at its source. What every segment needs comes first.
struct SendingConnection {
  HostId destination = 0;
  std::int64_t timer_filed = no_timer;  ///< an entry in the host's timers
  std::int64_t unsent = 0;              ///< payload that was never sent
  StreamMessages messages = {};
  Sender sender = {};
  std::uint64_t sent_again = 0, timeouts = 0;
};

/// A connection at its destination.
struct ReceivingConnection {
  HostId source = 0;
  std::int64_t timer_filed = no_timer;
  Receiver receiver = {};
};

/// When to look at a connection. The order of ties is that of the connections.
struct ConnectionTimer {
  std::int64_t at = 0;
  std::uint32_t connection = 0;
  bool receives = false;
  auto operator<=>(const ConnectionTimer&) const = default;
};

/// The transport of one host.
struct HostTransport {
  std::vector<SendingConnection> sending;
  std::vector<ReceivingConnection> receiving;
  ConnectionTable to, from;  ///< places in the two lists
  std::priority_queue<ConnectionTimer, std::vector<ConnectionTimer>, std::greater<>> timers;
  std::int64_t wake = no_timer;  ///< the next timer event
};

/// Empty where hosts have no transport.
struct TransportState {
  SenderSettings sender;
  ReceiverSettings receiver;
  std::int64_t mark_from = 0;  ///< bytes in an output queue from which on segments are marked; 0: none are
  std::vector<HostTransport> hosts;

  bool in_use() const { return !hosts.empty(); }
};

}  // namespace ebb::inline engine
