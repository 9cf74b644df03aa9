// What the rules report so that it is counted. An executor adds it to its tally.
#pragma once

#include "engine/model/records.hpp"
#include "power/controller.hpp"

namespace ebb::inline engine {

/// A packet went from an input to an output queue.
struct HopTaken {};

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

/// A policy has been asked about a channel.
struct Decided {
  PortId channel;
  std::int64_t at;
  const Answer& answer;
};

}  // namespace ebb::inline engine
