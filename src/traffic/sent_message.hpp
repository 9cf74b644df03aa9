// A message as it was generated: what a trace is made of.
#pragma once

#include "network/network.hpp"

namespace ebb::inline traffic {

struct SentMessage {
  Picoseconds at{};  ///< when its source has it ready to send
  HostId source = no_id, destination = no_id;
  Bytes size{};  ///< payload
  bool operator==(const SentMessage&) const = default;
};

}  // namespace ebb::inline traffic
