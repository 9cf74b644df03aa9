// A run as a series of batches of simulated time: what was offered, injected and delivered in each, and with
// which latencies. Batch i covers [i * length, (i + 1) * length). When time outgrows the series, neighbours
// are added up in pairs and the length doubles, so a run of any length ends with 32 to 64 batches (or less).
//
// Everything in a batch is a sum over the events in it. So the series depends only on the events: it is the
// same to the bit in whatever order, and in however many parts, it was recorded and merged.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "base/units.hpp"
#include "statistics/histogram.hpp"

namespace ebb::inline statistics {

struct Flow {
  std::uint64_t packets = 0, wire_bytes = 0, payload_bytes = 0;

  void add(std::uint64_t more_packets, Bytes wire, Bytes payload) {
    packets += more_packets;
    wire_bytes += static_cast<std::uint64_t>(wire.v);
    payload_bytes += static_cast<std::uint64_t>(payload.v);
  }
  void merge(const Flow& other);
  bool operator==(const Flow&) const = default;
};

/// The source backlog at the end of a batch is everything offered minus everything injected up to then. In
/// the same way, injected minus delivered is inside the network.
struct Batch {
  Flow offered;    ///< handed to the hosts by the workload
  Flow injected;   ///< left the hosts
  Flow delivered;  ///< arrived with its last byte
  std::uint64_t messages_offered = 0;
  std::uint64_t completed_bytes = 0;  ///< payload of the messages that arrived with their last packet
  Histogram network_latency;          ///< of a packet, from its injection
  Histogram packet_latency;           ///< of a packet, from the moment its message was offered
  Histogram message_latency;          ///< from the moment it was offered to its last byte

  void merge(const Batch& other);
  void write(ByteWriter& out) const;
  static Batch read(ByteReader& in);
  bool operator==(const Batch&) const = default;
};

class BatchSeries {
 public:
  static constexpr std::int64_t most_batches = 64;

  /// `length` is the initial one; it doubles as time goes on.
  explicit BatchSeries(Picoseconds length);

  /// Times may come in any order. They may be ahead of the clock when the caller knows of an event before it
  /// happens. A batch must not be read before everything in it is recorded.
  void offer_message(Picoseconds at, std::uint64_t packets, Bytes wire, Bytes payload) {
    Batch& batch = batch_at(at);
    batch.offered.add(packets, wire, payload);
    ++batch.messages_offered;
  }
  /// A packet that belongs to no message.
  void offer_packet(Picoseconds at, Bytes wire, Bytes payload) { batch_at(at).offered.add(1, wire, payload); }
  void inject_packet(Picoseconds at, Bytes wire, Bytes payload) {
    batch_at(at).injected.add(1, wire, payload);
  }
  void deliver_packet(Picoseconds at, Bytes wire, Bytes payload, Picoseconds since_injected,
                      Picoseconds since_offered) {
    Batch& batch = batch_at(at);
    batch.delivered.add(1, wire, payload);
    batch.network_latency.record(since_injected);
    batch.packet_latency.record(since_offered);
  }
  void complete_message(Picoseconds at, Bytes payload, Picoseconds since_offered) {
    Batch& batch = batch_at(at);
    batch.completed_bytes += static_cast<std::uint64_t>(payload.v);
    batch.message_latency.record(since_offered);
    if (at > last_completion_) last_completion_ = at;
  }

  /// Adds sums of events that all are in the batch of this time.
  void add(Picoseconds at, const Batch& events) { batch_at(at).merge(events); }
  void extend_completion(Picoseconds at) { last_completion_ = std::max(last_completion_, at); }

  /// Both series must have been made with the same initial length.
  void merge(const BatchSeries& other);

  /// Serialisation, for another process.
  void write(ByteWriter& out) const;
  static BatchSeries read(ByteReader& in);

  Picoseconds length() const { return length_; }
  /// Returns how many batches end at or before `now`.
  std::size_t complete(Picoseconds now) const;
  const Batch& operator[](std::size_t index) const { return batches_[index]; }
  /// Returns the sum of the batches [first, end).
  Batch total(std::size_t first, std::size_t end) const;

  /// Returns when the last message arrived; 0 if none did.
  Picoseconds last_completion() const { return last_completion_; }

  std::uint64_t digest() const;
  bool operator==(const BatchSeries& other) const;

 private:
  /// Two neighbouring batches are cached, because an event is in the batch of the current time or, when it is
  /// ahead, in the next one. A division is needed only when time leaves both.
  Batch& batch_at(Picoseconds at) {
    const auto offset = static_cast<std::uint64_t>(at.v - near_begin_.v);
    if (offset < static_cast<std::uint64_t>(length_.v)) return batches_[near_];
    if (offset < 2 * static_cast<std::uint64_t>(length_.v)) return batches_[near_ + 1];
    return seek(at);
  }
  Batch& seek(Picoseconds at);
  void fold();

  Picoseconds length_, near_begin_{};
  std::size_t near_ = 0;  ///< the first of the two cached ones; never the last of the series
  Picoseconds first_length_, last_completion_{};
  std::vector<Batch> batches_;
};

}  // namespace ebb::inline statistics
