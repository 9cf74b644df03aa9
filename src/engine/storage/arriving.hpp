// Messages of which some packets have arrived and others have not.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "engine/model/records.hpp"

namespace ebb::inline engine {

class ArrivingMessages {
 public:
  /// One more packet with so much payload is here, or known to be lost. The payload of the whole message when
  /// it was the last one; lost_payload when any of it was lost.
  std::optional<std::uint64_t> add(const Packet& packet, std::uint64_t payload) {
    const std::uint64_t key = std::uint64_t{packet.source} << 32 | packet.message;
    Sum& sum = sums_[key];
    if (payload == lost_payload)
      sum.lost = true;
    else
      sum.payload += payload;
    if (++sum.packets < packet.parts) return std::nullopt;
    const std::uint64_t total = sum.lost ? lost_payload : sum.payload;
    sums_.erase(key);
    return total;
  }

 private:
  struct Sum {
    std::uint32_t packets = 0;
    bool lost = false;
    std::uint64_t payload = 0;
  };
  std::unordered_map<std::uint64_t, Sum> sums_;  ///< by source and number
};

}  // namespace ebb::inline engine
