// What the rules report so that it is counted. An executor adds it to its tally.
#pragma once

#include "engine/model/records.hpp"
#include "power/control/controller.hpp"

namespace ebb::inline engine {

/// A packet went from an input to an output queue.
struct HopTaken {};

/// Cells of buffers are written or read: how many, and the sum of the times at which each begins to be
/// written or has been read, times two, so that halves are whole. Sums wrap around; their differences do not.
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

/// A message is whole at its destination.
struct Completed {
  std::int64_t at, born, payload;
};

/// A packet of a virtual lane has arrived.
struct LaneDelivered {
  unsigned lane;
  std::int64_t size, network_latency, packet_latency;
};

/// A message that has a deadline is whole, so much after it; not positive: in time.
struct DeadlineSeen {
  std::int64_t late;
};

/// A packet found no space in a buffer, and is lost.
struct Dropped {
  const Packet& packet;
  std::int64_t payload;
  HostId destination;
};

/// All packets of a message have arrived or are known to be lost, and at least one was lost.
struct MessageLost {};

/// A buffer asks for a pause, which has come so far upstream (flow/ethernet_state.hpp).
struct PauseRequested {
  std::uint32_t depth;
};

/// A queue was too long when it was sampled: a congestion notice is sent. And one has come to its end.
struct CongestionNotified {};
struct CongestionHeard {};

/// A packet of a flow that is looked at has arrived.
struct OrderSeen {};

/// A packet arrives after a later one of its source and destination, which had left so much later.
struct OutOfOrder {
  std::int64_t behind;
  std::uint32_t of_flow;  ///< the how manieth of its flow
};

/// A policy has been asked about a channel.
struct Decided {
  PortId channel;
  std::int64_t at;
  const Evaluation& evaluation;
};

}  // namespace ebb::inline engine
