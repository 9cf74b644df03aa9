// What the rules report to be counted. An executor adds it to its counters.
#pragma once

#include "engine/model/records.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"

namespace ebb::inline engine {

/// A packet went from an input to an output queue.
struct HopTaken {};

/// Cells of buffers are written or read: how many, and twice the sum of the times at which each begins to be
/// written or has been read. Doubling makes halves whole. Sums wrap around; their differences do not.
struct CellsWritten {
  std::int64_t cells;
  std::uint64_t twice_begin;
};
struct CellsRead {
  std::int64_t cells;
  std::uint64_t twice_end;
};

/// A host has a message to send.
struct Offered {
  std::int64_t at, wire, payload;  ///< bytes on the wire and of payload
  std::uint32_t parts;             ///< packets
};

/// A packet begins to leave its host.
struct Injected {
  std::int64_t at, size, payload;
};

/// A packet's last byte reaches its host at `at`.
struct Delivered {
  const Packet& packet;
  std::int64_t at, payload;
};

/// All of a message has arrived at its destination.
struct Completed {
  std::int64_t at, born, payload;
};

/// A packet of a virtual lane has arrived.
struct LaneDelivered {
  unsigned lane;
  std::int64_t size, network_latency, packet_latency;
};

/// All of a message with a deadline has arrived, so much after the deadline; not positive: in time.
struct DeadlineSeen {
  std::int64_t late;
};

/// A packet found no space in a buffer, and is dropped.
struct Dropped {
  const Packet& packet;
  std::int64_t payload;
  HostId destination;
};

/// All packets of a message have arrived or are known to be lost, and at least one was lost.
struct MessageLost {};

/// A buffer requests a pause, which has come so far upstream (flow/ethernet_state.hpp).
struct PauseRequested {
  std::uint32_t depth;
};

/// A sampled queue was too long: a congestion notification is sent. And one has reached its end.
struct CongestionNotified {};
struct CongestionNotificationReceived {};

/// A connection sends a segment again, or an acknowledgement.
struct SentAgain {
  std::int64_t at, wire, payload;
};
struct Acknowledged {
  std::int64_t at, wire;
};

/// A segment is in order at its destination; or it had arrived before.
struct SegmentInOrder {
  std::int64_t payload;
};
struct SegmentRepeated {
  std::int64_t payload;
};

/// The retransmission timer of a connection has expired. And a queue has marked a segment.
struct TimedOut {};
struct SegmentMarked {};

/// A packet of a watched flow has arrived.
struct OrderSeen {};

/// A packet arrives after a later one of its source and destination, which left the source so much later.
struct OutOfOrder {
  std::int64_t behind;
  std::uint32_t of_flow;  ///< packets of its flow out of order, this one included
};

/// A channel of this kind sends again, after so long without a packet.
struct GapSeen {
  std::size_t kind;
  std::int64_t length;
};

/// A channel's policy was evaluated.
struct Decided {
  PortId channel;
  std::int64_t at;
  const Evaluation& evaluation;
};

}  // namespace ebb::inline engine
