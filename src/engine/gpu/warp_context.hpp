// What the rules see of a warp: one switch at a time, and the verbs that take what follows. The rules run on
// one lane of the warp; the others help to find the next event (warp_pass.hpp).
#pragma once

#include <algorithm>
#include <optional>

#include "base/accelerator/device.hpp"
#include "engine/gpu/packet_state.hpp"
#include "engine/gpu/warp_counters.hpp"
#include "engine/gpu/warp_queues.hpp"
#include "engine/model/counted.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/forwarding/cut_through.hpp"
#include "engine/model/source.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A window, and the parity of its number among the windows that are run.
struct WindowSpan {
  std::int64_t start = 0, end = 0;
  unsigned parity = 0;
  std::uint32_t slot = 0;  ///< of what happens at its start
};

class WarpContext : public SwitchViewOf<const PacketState> {
 public:
  using Forwarding = CutThrough;
  using Flow = Credits;
  /// Known when it is compiled: the rules for channels whose rate changes are left out.
  static constexpr bool never_controlled = true, controlled = false, avoids = false, pauses = false;
  static constexpr bool by_packet = false, waits_for_tails = false;

  EBB_DEVICE WarpContext(const PacketState& all, const WarpQueues& queues,
                         const WarpCountersView& warp_counters, const WindowSpan& span, WarpSums& own)
      : SwitchViewOf(all), queues_(queues), warp_counters_(warp_counters), span_(span), own_(own) {
    now = span.start;
  }

  /// Returns when the earliest of what was sent to other switches is due.
  EBB_DEVICE std::int64_t earliest_sent() const { return earliest_sent_; }
  EBB_DEVICE const WindowSpan& span() const { return span_; }
  EBB_DEVICE const WarpQueues& queues() const { return queues_; }
  /// Says whether timed events were added, or packets to the switch at hand, since the last call.
  struct Changes {
    static constexpr unsigned events = 1, packets = 2;
  };
  EBB_DEVICE unsigned take_changes() {
    const unsigned changes = changes_;
    changes_ = 0;
    return changes;
  }
  /// Adds entry `i` of what was counted to the counters of all warps. `i` is below entries_counted.
  static constexpr unsigned entries_counted =
      WarpSums::open * counted_by_warps::sums + counted_by_warps::totals;
  EBB_DEVICE void add_counted(unsigned i) const {
    constexpr unsigned sums = WarpSums::open * counted_by_warps::sums;
    if (i >= sums) return warp_counters_.add_total(own_, copy(), i - sums);
    warp_counters_.add_sum(own_, i / counted_by_warps::sums, copy(), i % counted_by_warps::sums);
  }

  // What the rules call (model/executor_verbs.hpp).
  EBB_DEVICE void send(const Packet& packet);
  EBB_DEVICE void schedule(const TimedEvent& event);
  EBB_DEVICE PoolView<Packet> queued_packets() {
    const std::size_t first = std::size_t{id} * queues_.sizes.pool;
    return {&queues_.packets[first], &queues_.packet_links[first],
            queues_.packet_ends[id], queues_.sizes.pool,
            queues_.full[0],         FullQueue::pool};
  }
  EBB_DEVICE PoolView<QueuedMessage> messages() {
    const std::size_t first = std::size_t{id} * queues_.sizes.messages;
    return {&queues_.messages[first], &queues_.message_links[first],
            queues_.message_ends[id], queues_.sizes.messages,
            queues_.full[0],          FullQueue::messages};
  }
  EBB_DEVICE std::optional<std::uint64_t> gather(const Packet& packet, std::uint64_t payload);
  EBB_DEVICE Message next_message(HostId h) {
    return queues_.feed[queues_.feed_first[h] + queues_.feed_taken[h]++];
  }
  /// The log of a channel's credits is only used by its source. What the other end has returned is entered
  /// first. A host is at the switch that returns its credits, so they are in the log at once.
  template <class Use>
  EBB_DEVICE auto with_credit_log(PortId channel, unsigned vc, Use&& use) {
    CreditLog& log = ins[lane_of(state.network.peer[channel], vc)].log;
    if (state.network.is_host_port(channel)) return use(log);
    enter_returned(channel, vc, log);
    const auto result = use(log);
    if (log.wanted) want(channel);
    return result;
  }
  EBB_DEVICE void return_credit(InLane& in, const Packet& packet, std::int64_t due,
                                std::uint64_t* returned = nullptr);
  EBB_DEVICE std::int64_t read_until() const { return now; }

  // These never happen in a run of this executor: check_gpu() in coverage.cpp.
  EBB_DEVICE void hold(const HeldPacket&) {}
  EBB_DEVICE void notify(const DeliveryNotification&) {}

  EBB_DEVICE void count(HopTaken) { total(counted_by_warps::hops, 1); }
  EBB_DEVICE void count_event() { total(counted_by_warps::events, 1); }
  EBB_DEVICE void count(const Offered& offered);
  EBB_DEVICE void count(const Injected& injected);
  EBB_DEVICE void count(const Delivered& delivered);
  EBB_DEVICE void count(const Completed& completed);
  EBB_DEVICE void count(const DeadlineSeen& seen);
  EBB_DEVICE void count(OrderSeen) { total(counted_by_warps::order_seen, 1); }
  EBB_DEVICE void count(const OutOfOrder& late);
  EBB_DEVICE void count(MessageLost) {}  // without drops there are none

  /// Enters the credits that the other end of a channel has returned into their log.
  EBB_DEVICE void enter_returned(PortId channel, unsigned vc, CreditLog& log);

 private:
  EBB_DEVICE unsigned copy() const { return id % counted_by_warps::copies; }
  EBB_DEVICE void total(counted_by_warps::Total which, std::uint64_t more) const {
    own_.totals[which] += more;
  }
  /// Returns the sums of the slot of a time.
  EBB_DEVICE std::uint64_t* sums_of(std::int64_t at) const {
    std::uint32_t slot = warp_counters_.slot_of(at, span_.slot);
    if (slot >= warp_counters_.slots) overflow(FullQueue::batch), slot = span_.slot;
    const unsigned which = slot % WarpSums::open;
    if (own_.slot[which] != slot) {
      for (unsigned i = 0; i < counted_by_warps::sums; ++i) {
        warp_counters_.add_sum(own_, which, copy(), i);
        own_.sums[which][i] = 0;
      }
      own_.slot[which] = slot;
    }
    return own_.sums[which];
  }
  EBB_DEVICE void record(std::uint64_t* sums, unsigned histogram, std::int64_t latency) const {
    sums[counted_by_warps::latencies + histogram] += static_cast<std::uint64_t>(latency);
    const auto which = static_cast<unsigned>((sums - own_.sums[0]) / counted_by_warps::sums);
    warp_counters_.record(own_.slot[which], histogram, latency);
  }
  EBB_DEVICE void overflow(FullQueue queue) const { queues_.full[0] = static_cast<std::uint32_t>(queue); }
  EBB_DEVICE void want(PortId channel) {
    const PortId local = channel - static_cast<PortId>(first_port);
    queues_.wanted[std::size_t{id} * queues_.words + local / 64] |= std::uint64_t{1} << local % 64;
  }
  EBB_DEVICE void enter_far(PortId channel, unsigned vc, CreditLog& log, std::int64_t due,
                            std::uint16_t bytes);

  const WarpQueues& queues_;
  const WarpCountersView& warp_counters_;
  const WindowSpan& span_;
  WarpSums& own_;
  std::int64_t earliest_sent_ = INT64_MAX;
  unsigned changes_ = 0;
};

/// Sets bits of a word that other warps may set bits of.
EBB_DEVICE_INLINE void set_bits(std::uint64_t& word, std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  atomicOr(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(bits));
#else
  word |= bits;
#endif
}

EBB_DEVICE_INLINE void WarpContext::send(const Packet& packet) {
  const std::size_t port = state.network.first_port[packet.switch_id] + packet.port;
  const std::uint32_t size = queues_.sizes.ring;
  Packet& place = queues_.ring[port * size + (queues_.ring_tail[port]++ & (size - 1))];
  if (place.at != INT64_MAX) return overflow(FullQueue::packets);
  place = packet;
  if (packet.switch_id == id) {
    changes_ |= Changes::packets;
    if (queues_.first_at[port] == INT64_MAX) queues_.first_at[port] = packet.at;
    return;
  }
  earliest_sent_ = std::min(earliest_sent_, packet.at);
  const std::size_t word = std::size_t{packet.switch_id} * queues_.words + packet.port / 64;
  set_bits(queues_.arrived[span_.parity ^ 1][word], std::uint64_t{1} << packet.port % 64);
}

/// All events are of the switch at hand: what another switch must know goes as a packet or a credit.
EBB_DEVICE_INLINE void WarpContext::schedule(const TimedEvent& event) {
  std::uint32_t& count = queues_.event_count[id];
  if (count == queues_.sizes.events) return overflow(FullQueue::events);
  changes_ |= Changes::events;
  queues_.events[std::size_t{id} * queues_.sizes.events + count++] = {event.at, event.port, event.kind,
                                                                      event.detail, event.amount};
}

EBB_DEVICE_INLINE std::optional<std::uint64_t> WarpContext::gather(const Packet& packet,
                                                                   std::uint64_t payload) {
  const std::uint32_t size = queues_.sizes.arriving;
  std::uint32_t& used = queues_.arriving_used[id];
  if (2 * used >= size) {
    overflow(FullQueue::arriving);
    return std::nullopt;
  }
  int shift = 64;
  for (std::uint32_t left = size; left > 1; left /= 2) --shift;
  ArrivingTable table(&queues_.arriving[std::size_t{id} * size], size, shift, used);
  const std::optional<std::uint64_t> whole = table.add(packet, payload);
  used = static_cast<std::uint32_t>(table.used());
  return whole;
}

EBB_DEVICE_INLINE void WarpContext::return_credit(InLane& in, const Packet& packet, std::int64_t due,
                                                  std::uint64_t* returned) {
  const PortId source = state.network.peer[first_port + packet.port];
  if (state.network.is_host_port(source)) return enter_credit(*this, in.log, packet, due, returned);
  const std::size_t lane = lane_of(source, packet.vc);
  const std::uint32_t size = queues_.sizes.credits;
  std::uint64_t& place = queues_.credit[lane * size + (queues_.credit_tail[lane]++ & (size - 1))];
  if (place != 0) return overflow(FullQueue::credits);
  place = static_cast<std::uint64_t>(due) << 16 | packet.size;
  earliest_sent_ = std::min(earliest_sent_, due);
}

/// Entries that the other end adds in this window are due in a later one, so it does not matter whether they
/// are seen already.
EBB_DEVICE_INLINE void WarpContext::enter_returned(PortId channel, unsigned vc, CreditLog& log) {
  const std::size_t lane = lane_of(channel, vc);
  const std::uint32_t size = queues_.sizes.credits;
  for (std::uint32_t& head = queues_.credit_head[lane];; ++head) {
    std::uint64_t& place = queues_.credit[lane * size + (head & (size - 1))];
    const std::uint64_t entry = place;
    if (entry == 0) return;
    place = 0;
    enter_far(channel, vc, log, static_cast<std::int64_t>(entry >> 16), static_cast<std::uint16_t>(entry));
  }
}

/// The log is only read here, and not at an earlier time than now any more.
EBB_DEVICE_INLINE void WarpContext::enter_far(PortId channel, unsigned vc, CreditLog& log, std::int64_t due,
                                              std::uint16_t bytes) {
  const bool entered = log.add(due, bytes, now);
  if (entered && !log.wanted) return;
  if (entered) log.wanted = 0;
  schedule(credit_event(due, id, static_cast<std::uint16_t>(channel - first_port), vc, entered ? 0 : bytes));
}

EBB_DEVICE_INLINE void WarpContext::count(const Offered& offered) {
  std::uint64_t* sums = sums_of(offered.at);
  ++sums[counted_by_warps::messages];
  sums[counted_by_warps::packets_made] += offered.parts;
  sums[counted_by_warps::wire_made] += static_cast<std::uint64_t>(offered.wire);
  sums[counted_by_warps::payload_made] += static_cast<std::uint64_t>(offered.payload);
}
EBB_DEVICE_INLINE void WarpContext::count(const Injected& injected) {
  std::uint64_t* sums = sums_of(injected.at);
  ++sums[counted_by_warps::packets_sent];
  sums[counted_by_warps::wire_sent] += static_cast<std::uint64_t>(injected.size);
  sums[counted_by_warps::payload_sent] += static_cast<std::uint64_t>(injected.payload);
}
EBB_DEVICE_INLINE void WarpContext::count(const Delivered& delivered) {
  const Packet& packet = delivered.packet;
  std::uint64_t* sums = sums_of(delivered.at);
  ++sums[counted_by_warps::packets_delivered];
  sums[counted_by_warps::wire_delivered] += packet.size;
  sums[counted_by_warps::payload_delivered] += static_cast<std::uint64_t>(delivered.payload);
  record(sums, 0, delivered.at - packet.entered);
  record(sums, 1, delivered.at - packet.born);
  total(counted_by_warps::digest, Counters::hash(packet.source, packet.entered, delivered.at));
}
EBB_DEVICE_INLINE void WarpContext::count(const Completed& completed) {
  std::uint64_t* sums = sums_of(completed.at);
  ++sums[counted_by_warps::messages_delivered];
  sums[counted_by_warps::completed_payload] += static_cast<std::uint64_t>(completed.payload);
  record(sums, 2, completed.at - completed.born);
  counted_by_warps::raise(warp_counters_.greatests[counted_by_warps::completion], completed.at);
}
EBB_DEVICE_INLINE void WarpContext::count(const DeadlineSeen& seen) {
  if (seen.late <= 0) return total(counted_by_warps::in_time, 1);
  total(counted_by_warps::late, 1), total(counted_by_warps::late_ps, static_cast<std::uint64_t>(seen.late));
  counted_by_warps::raise(warp_counters_.greatests[counted_by_warps::longest_delay], seen.late);
}
EBB_DEVICE_INLINE void WarpContext::count(const OutOfOrder& late) {
  total(counted_by_warps::out_of_order, 1);
  if (late.of_flow == 1) total(counted_by_warps::flows, 1);
  counted_by_warps::raise(warp_counters_.greatests[counted_by_warps::overtaken], late.behind);
  counted_by_warps::raise(warp_counters_.greatests[counted_by_warps::of_flow], late.of_flow);
}

}  // namespace ebb::inline engine
