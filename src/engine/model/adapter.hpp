// The adapter between a host and its channel. A message to send rings a doorbell. The adapter's processor
// serves one request after the other. Then DMA copies packet after packet from the host's memory into the
// adapter's, from where they leave. Arriving packets go by DMA to the host's memory, and the processor
// completes a message when all of it has arrived. There is one processor: requests and completions wait for
// each other, in the order in which they come.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/units.hpp"

namespace ebb::inline engine {

struct AdapterTimes {
  Picoseconds request{}, completion{};  ///< of the processor, for a message to send or one that has arrived
  Picoseconds dma_setup{};              ///< for each packet, in either direction
  BitsPerSecond dma_rate{};             ///< of either direction; 0: DMA takes no time

  EBB_DEVICE bool in_use() const {
    return request.v > 0 || completion.v > 0 || dma_setup.v > 0 || dma_rate.v > 0;
  }
  EBB_DEVICE std::int64_t dma_time(std::int64_t bytes) const {
    return dma_setup.v + (dma_rate.v > 0 ? wire_time(Bytes{bytes}, dma_rate).v : 0);
  }
  /// Returns the DMA time of all packets of a message.
  EBB_DEVICE std::int64_t dma_time(std::int64_t bytes, std::uint32_t packets, std::int64_t largest) const {
    const std::int64_t last = bytes - (packets - 1) * largest;
    return (packets - 1) * dma_time(largest) + dma_time(last);
  }
};

/// The adapter of one host: when each of its parts is free.
struct Adapter {
  std::int64_t processor_free = 0;
  std::int64_t fetch_free = 0, store_free = 0;  ///< DMA, for sending and for receiving
  std::int64_t timed_event = INT64_MAX;         ///< when the host next looks for packets that are ready

  /// A message rings the doorbell. Returns when its first packet, of `first` bytes, is ready to be sent.
  EBB_DEVICE std::int64_t take_request(const AdapterTimes& times, std::int64_t now, std::int64_t first,
                                       std::int64_t all) {
    processor_free = std::max(now, processor_free) + times.request.v;
    const std::int64_t from = std::max(processor_free, fetch_free);
    fetch_free = from + all;
    return from + times.dma_time(first);
  }
  /// A packet is in the adapter at `at`. Returns when it is in the host's memory.
  EBB_DEVICE std::int64_t take_in(const AdapterTimes& times, std::int64_t at, std::int64_t bytes) {
    return store_free = std::max(at, store_free) + times.dma_time(bytes);
  }
  /// All of a message has arrived. Returns when the host is notified.
  EBB_DEVICE std::int64_t complete(const AdapterTimes& times, std::int64_t now) {
    return processor_free = std::max(now, processor_free) + times.completion.v;
  }
};

}  // namespace ebb::inline engine
