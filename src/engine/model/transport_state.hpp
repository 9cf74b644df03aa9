// The connections of hosts, where a run has a transport. A host has one connection to every host that it
// sends to, and one from every host that sends to it. Both are made when the first message or segment comes.
#pragma once

#include <cstdint>
#include <deque>
#include <queue>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"
#include "transport/receiver.hpp"
#include "transport/segments.hpp"
#include "transport/sender.hpp"

namespace ebb::inline engine {

/// A message in a connection, until all of it is acknowledged.
struct StreamMessage {
  std::int64_t born = 0, size = 0;  ///< payload
  std::uint32_t first = 0;          ///< number of its first segment
  std::uint32_t parts = 1;          ///< segments
  std::uint32_t tag = 0;
};

/// A connection at its source.
struct SendingConnection {
  HostId destination = 0;
  Sender sender = {};
  std::deque<StreamMessage> messages = {};
  std::int64_t unsent = 0;  ///< payload that was never sent
  std::uint64_t sent_again = 0, timeouts = 0;
  std::int64_t timer_filed = no_timer;  ///< an entry in the host's timers
};

/// A connection at its destination.
struct ReceivingConnection {
  HostId source = 0;
  Receiver receiver = {};
  std::int64_t timer_filed = no_timer;
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
  std::unordered_map<HostId, std::uint32_t> to, from;  ///< places in the two lists
  std::priority_queue<ConnectionTimer, std::vector<ConnectionTimer>, std::greater<>> timers;
  std::int64_t wake = no_timer;  ///< the next timer event
  std::vector<Segment> ready;    ///< storage of receive_segment()
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
