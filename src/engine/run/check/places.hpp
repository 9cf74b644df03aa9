// The places where packets and bytes can be. Each is counted from the data itself, not from counters.
#pragma once

#include <cstdint>

#include "engine/storage/big_array.hpp"

namespace ebb::inline engine {

struct PlaceCounts {
  std::uint64_t in_flight = 0, buffered = 0;
  std::uint64_t payload_in_flight = 0, buffered_payload = 0, queued_payload = 0, queued_packets = 0;
  std::uint64_t unordered_payload = 0;  ///< of connections: arrived, but not delivered in order yet
};

struct Places : PlaceCounts {
  /// The occupied part of each input lane's buffer, by lane: bytes, or flits of worms.
  BigArray<std::int64_t> outstanding;
  BigArray<std::int64_t> missing;  ///< of worms, by lane: flits that follow their heads
};

}  // namespace ebb::inline engine
