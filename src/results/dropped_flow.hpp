// Packets dropped between one host and another.
#pragma once

#include <cstdint>

namespace ebb::inline results {

struct DroppedFlow {
  std::uint32_t source = 0, destination = 0;
  std::uint64_t packets = 0;
  bool operator==(const DroppedFlow&) const = default;
};

}  // namespace ebb::inline results
