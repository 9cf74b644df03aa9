// What a part counts while it runs. Everything is a sum, a maximum or a histogram of integers, so the tallies
// of several parts merge to the same bits in any order.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "engine/histogram.hpp"

namespace ebb {

struct Tally {
  std::uint64_t events = 0, hops = 0;
  std::uint64_t messages_made = 0, messages_delivered = 0;
  std::uint64_t packets_made = 0, packets_delivered = 0;
  std::uint64_t bytes_made = 0, bytes_delivered = 0;
  std::uint64_t digest = 0;
  Histogram latency, network_latency;

  void delivered(std::uint32_t source, std::int64_t born, std::int64_t entered, std::int64_t at,
                 std::uint32_t bytes) {
    ++packets_delivered;
    bytes_delivered += bytes;
    latency.record({at - born});
    network_latency.record({at - entered});
    // A sum of hashes does not depend on the order of its terms.
    digest += mix_bits(mix_bits(static_cast<std::uint64_t>(entered) * 0x9e3779b97f4a7c15ull + source) +
                       static_cast<std::uint64_t>(at));
  }
};

}  // namespace ebb
