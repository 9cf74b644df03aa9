// Of the outputs offered, the one with the shortest queue; ties are drawn.
#pragma once

#include <cstdint>

namespace ebb::inline routing {

class ShortestQueue {
 public:
  /// `bits` must be random; see route_bits().
  explicit ShortestQueue(std::uint64_t bits) : bits_(bits) {}

  /// Whether this depth beats all before it. Depths are below 2^46.
  bool beats(std::int64_t queue_length) {
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
