// Selects the output with the shortest queue. Ties are broken at random.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"

namespace ebb::inline routing {

class ShortestQueue {
 public:
  /// `bits` must be random; see route_bits().
  EBB_DEVICE explicit ShortestQueue(std::uint64_t bits) : bits_(bits) {}

  /// True when this queue is shorter than all before it. Lengths are below 2^46.
  EBB_DEVICE bool beats(std::int64_t queue_length) {
    bits_ = bits_ * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX generator
    const std::int64_t weight = queue_length << 16 | static_cast<std::int64_t>(bits_ >> 48);
    if (weight >= least_) return false;
    least_ = weight;
    return true;
  }

 private:
  std::uint64_t bits_;
  std::int64_t least_ = INT64_MAX;
};

}  // namespace ebb::inline routing
