// What an executor counts while it runs. Everything is a sum or a histogram of integers, so the counters of
// several threads and ranks merge to the same bits in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/accelerator/device.hpp"
#include "base/bytes.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "engine/drop_counts.hpp"
#include "engine/gap_counts.hpp"
#include "engine/model/counted.hpp"
#include "engine/model/worm/lane_settings.hpp"
#include "results/decisions.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline engine {

/// Of a virtual lane: packets that have arrived, their bytes on the wire, and the sums of their latencies.
struct LaneCounts {
  std::uint64_t packets = 0, bytes = 0, network_ps = 0, packet_ps = 0;
};

/// Messages with a deadline that have arrived.
struct DeadlineCounts {
  std::uint64_t in_time = 0, late = 0, late_ps = 0, most_ps = 0;
};

/// Of the connections of hosts.
struct TransportCounts {
  std::uint64_t acknowledgements = 0, sent_again = 0, sent_again_payload = 0;
  std::uint64_t in_order_payload = 0;                ///< that connections have delivered
  std::uint64_t repeated = 0, repeated_payload = 0;  ///< arrived more than once
  std::uint64_t timeouts = 0, marked = 0;

  void merge(const TransportCounts& other);
};

struct Counts {
  std::uint64_t events = 0, hops = 0;
  std::uint64_t messages_made = 0, messages_delivered = 0;
  std::uint64_t packets_made = 0, packets_sent = 0, packets_delivered = 0;
  std::uint64_t payload_made = 0, payload_sent = 0, payload_delivered = 0;
  std::uint64_t packets_dropped = 0, payload_dropped = 0, messages_lost = 0;
  std::uint64_t pauses = 0, spread_pauses = 0;  ///< requested; those that another pause has caused
  std::uint64_t order_seen = 0, out_of_order = 0, most_overtaken = 0;  ///< packets, of them late; ps
  std::uint64_t flows_out_of_order = 0, most_out_of_order = 0;  ///< those with such packets; most of one flow
  std::uint64_t deepest_pause = 0;  ///< the longest chain of pauses, each caused by the next
  std::uint64_t notifications_sent = 0,
                notifications_received = 0;  ///< of congestion; some are still on their way
  std::uint64_t changes = 0;                 ///< evaluations that changed a requested level
  /// Cells of buffers in use now, and twice the sum of their times in use: a cell that is in use counts as
  /// minus its beginning until it has been read. Both wrap around.
  std::uint64_t cells_in_use = 0, twice_cell_time = 0;
  DeadlineCounts deadlines;
  TransportCounts transport;
  LaneCounts lanes[most_virtual_lanes];
  std::uint64_t digest = 0;  ///< a sum of hashes does not depend on the order of its terms

  void merge(const Counts& other);
};

/// Counts the reasons that a policy gives, and those of the controller where it refuses.
class ReasonCounts {
 public:
  void add(std::string_view why, bool changes) {
    for (Entry& entry : entries_)
      if (entry.data == why.data()) return count(entry, changes);
    entries_.push_back({why.data(), std::string(why), 0, 0});
    count(entries_.back(), changes);
  }
  /// Returns the counts in the order of their texts.
  std::vector<ReasonCount> sorted() const;
  void merge(const std::vector<ReasonCount>& others);

 private:
  /// The same text may be stored at several addresses.
  struct Entry {
    const char* data;
    std::string why;
    std::uint64_t evaluations, changes;
  };
  static void count(Entry& entry, bool changes) { ++entry.evaluations, entry.changes += changes; }
  std::vector<Entry> entries_;
};

struct Counters : Counts {
  BatchSeries batches;
  ReasonCounts reasons;
  DropCounts drops;
  GapCounts gaps;

  explicit Counters(Picoseconds batch) : batches(batch) {}
  explicit Counters(BatchSeries series) : batches(std::move(series)) {}

  EBB_DEVICE static std::uint64_t hash(std::uint32_t source, std::int64_t entered, std::int64_t at) {
    return mix_bits(mix_bits(static_cast<std::uint64_t>(entered) * 0x9e3779b97f4a7c15ull + source) +
                    static_cast<std::uint64_t>(at));
  }

  void count(HopTaken) { ++hops; }
  void count(const CellsWritten& written) {
    cells_in_use += static_cast<std::uint64_t>(written.cells);
    twice_cell_time -= written.twice_begin;
  }
  void count(const CellsRead& read) {
    cells_in_use -= static_cast<std::uint64_t>(read.cells);
    twice_cell_time += read.twice_end;
  }
  void count(const Offered& offered) {
    ++messages_made;
    packets_made += offered.parts;
    payload_made += static_cast<std::uint64_t>(offered.payload);
    batches.offer_message({offered.at}, offered.parts, {offered.wire}, {offered.payload});
  }
  void count(const Injected& injected) {
    ++packets_sent;
    payload_sent += static_cast<std::uint64_t>(injected.payload);
    batches.inject_packet({injected.at}, {injected.size}, {injected.payload});
  }
  void count(const Delivered& delivered) {
    const Packet& packet = delivered.packet;
    ++packets_delivered;
    payload_delivered += static_cast<std::uint64_t>(delivered.payload);
    digest += hash(packet.source, packet.entered, delivered.at);
    batches.deliver_packet({delivered.at}, {packet.size}, {delivered.payload},
                           {delivered.at - packet.entered}, {delivered.at - packet.born});
  }
  void count(const Dropped& dropped) {
    ++packets_dropped;
    payload_dropped += static_cast<std::uint64_t>(dropped.payload);
    drops.add(dropped.packet.source, dropped.destination);
  }
  void count(MessageLost) { ++messages_lost; }
  /// Sends a packet that no message counts.
  void make_packet(std::int64_t at, std::int64_t wire, std::int64_t payload) {
    ++packets_made;
    payload_made += static_cast<std::uint64_t>(payload);
    batches.offer_packet({at}, {wire}, {payload});
  }
  void count(const SentAgain& sent) {
    ++transport.sent_again;
    transport.sent_again_payload += static_cast<std::uint64_t>(sent.payload);
    make_packet(sent.at, sent.wire, sent.payload);
  }
  void count(const Acknowledged& sent) {
    ++transport.acknowledgements;
    make_packet(sent.at, sent.wire, 0);
  }
  void count(const SegmentInOrder& segment) {
    transport.in_order_payload += static_cast<std::uint64_t>(segment.payload);
  }
  void count(const SegmentRepeated& segment) {
    ++transport.repeated;
    transport.repeated_payload += static_cast<std::uint64_t>(segment.payload);
  }
  void count(TimedOut) { ++transport.timeouts; }
  void count(SegmentMarked) { ++transport.marked; }
  void count(OrderSeen) { ++order_seen; }
  void count(const OutOfOrder& late) {
    ++out_of_order;
    most_overtaken = std::max(most_overtaken, static_cast<std::uint64_t>(late.behind));
    flows_out_of_order += late.of_flow == 1;
    most_out_of_order = std::max<std::uint64_t>(most_out_of_order, late.of_flow);
  }
  void count(CongestionNotified) { ++notifications_sent; }
  void count(CongestionNotificationReceived) { ++notifications_received; }
  void count(const PauseRequested& asked) {
    ++pauses;
    spread_pauses += asked.depth > 1;
    deepest_pause = std::max<std::uint64_t>(deepest_pause, asked.depth);
  }
  void count(const Completed& completed) {
    ++messages_delivered;
    batches.complete_message({completed.at}, {completed.payload}, {completed.at - completed.born});
  }
  void count(const LaneDelivered& delivered) {
    LaneCounts& lane = lanes[delivered.lane];
    ++lane.packets;
    lane.bytes += static_cast<std::uint64_t>(delivered.size);
    lane.network_ps += static_cast<std::uint64_t>(delivered.network_latency);
    lane.packet_ps += static_cast<std::uint64_t>(delivered.packet_latency);
  }
  void count(const DeadlineSeen& seen) {
    if (seen.late <= 0) {
      ++deadlines.in_time;
      return;
    }
    ++deadlines.late;
    deadlines.late_ps += static_cast<std::uint64_t>(seen.late);
    deadlines.most_ps = std::max(deadlines.most_ps, static_cast<std::uint64_t>(seen.late));
  }
  void count(const GapSeen& gap) { gaps.add(gap.kind, {gap.length}); }
  void count(const Decided& decided) {
    changes += decided.evaluation.changes();
    reasons.add(decided.evaluation.why(), decided.evaluation.changes());
  }

  void merge(const Counters& other);
  /// Writes the counters for another process, and reads them.
  void write(ByteWriter& out) const;
  static Counters read(ByteReader& in);
};

}  // namespace ebb::inline engine
