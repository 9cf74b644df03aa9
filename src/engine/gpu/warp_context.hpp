// What the rules see of a warp: one switch at a time, and the verbs that take what follows. The rules run on
// one lane of the warp; the others help to find the next event (warp_pass.hpp).
#pragma once

#include <algorithm>
#include <optional>

#include "base/accelerator/device.hpp"
#include "base/accelerator/far_memory.hpp"
#include "base/units.hpp"
#include "engine/gpu/event_keys.hpp"
#include "engine/gpu/packet_state.hpp"
#include "engine/gpu/warp_counters.hpp"
#include "engine/gpu/warp_queues.hpp"
#include "engine/gpu/window_span.hpp"
#include "engine/model/counted.hpp"
#include "engine/model/executor_verbs.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/forwarding/cut_through.hpp"
#include "engine/model/source.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// Sets bits of a word that other warps may set bits of.
EBB_DEVICE_INLINE void set_bits(std::uint64_t& word, std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  atomicOr(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(bits));
#else
  word |= bits;
#endif
}

class WarpContext : public SwitchViewOf<const PacketState> {
 public:
  using Forwarding = CutThrough;
  using Flow = Credits;
  /// Known when it is compiled: the rules for channels whose rate changes are left out.
  static constexpr bool never_controlled = true, controlled = false, avoids = false, pauses = false;
  static constexpr bool by_packet = false, waits_for_tails = false, watches_bookings = false;

  EBB_DEVICE WarpContext(const PacketState& all, const WarpQueues& queues,
                         const WarpCountersView& warp_counters, const WindowSpan& span, OwnSums own,
                         EventKeys of_window)
      : SwitchViewOf(all), queues_(queues), warp_counters_(warp_counters), span_(span), own_(own) {
    now = span.start;
    keys = of_window;
  }

  EventKeys keys;  ///< of the window

  EBB_DEVICE const WindowSpan& span() const { return span_; }
  EBB_DEVICE const WarpQueues& queues() const { return queues_; }
  /// Returns in which of the windows from this one on something was put, as bits.
  EBB_DEVICE std::uint64_t coming() const { return coming_; }
  /// Adds an event to those of the window.
  EBB_DEVICE void add_key(std::uint64_t key) {
    if (keys.count == keys.room) return overflow(FullQueue::window);
    keys[keys.count++] = key;
  }
  /// Marks that a packet arrives at a port of a switch in a later window.
  EBB_DEVICE void mark_due(SwitchId s, unsigned port, std::int64_t at);
  /// Enters a timed event into the list of its window.
  EBB_DEVICE void list_event(std::uint32_t place, PendingEvent& event);
  EBB_DEVICE void overflow(FullQueue queue) const { queues_.full[0] = static_cast<std::uint32_t>(queue); }

  // What the rules call (model/executor_verbs.hpp).
  EBB_DEVICE void send_over(const OutPort& over, const Packet& packet);
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
    if (answers_) return answers_ = false, Message{};
    if (state.sampler.in_use()) return state.sampler.next(h, Picoseconds{now}, state.host[h].memory);
    return queues_.feed[queues_.feed_first[h] + queues_.feed_taken[h]++];
  }
  /// What the other end of a channel has returned is read there. A host is at the switch that returns its
  /// credits, and has them in a log.
  template <class Use>
  EBB_DEVICE auto with_credit_log(PortId channel, unsigned vc, Use&& use) {
    if (state.network.is_host_port(channel)) return use(ins[lane_of(queues_.ends[channel].peer, vc)].log);
    ReturnedCredits credits = returned_to(channel, vc);
    const auto result = use(credits);
    if (credits.wanted) want(channel, vc);
    return result;
  }
  EBB_DEVICE ReturnedCredits returned_to(PortId channel, unsigned vc) const {
    return {&queues_.returned[lane_of(queues_.ends[channel].peer, vc) * (1 + queues_.sizes.credits)],
            queues_.sizes.credits, state.out_lanes[lane_of(channel, vc)].taken, span_.number};
  }
  EBB_DEVICE void return_credit(InLane& in, const Packet& packet, std::int64_t due,
                                std::uint64_t* returned = nullptr);
  EBB_DEVICE std::int64_t read_until() const { return now; }

  EBB_DEVICE void notify(const DeliveryNotification& notification);
  /// Takes a notification. Returns whether the host sends its upcoming message now, which is the answer.
  EBB_DEVICE bool take_notification(const PendingEvent& event);
  /// Enters the notifications that were posted in the window before.
  EBB_DEVICE void take_posted();

  // This never happens in a run of this executor: check_gpu() in coverage.cpp.
  EBB_DEVICE void hold(const HeldPacket&) {}

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

 private:
  EBB_DEVICE unsigned copy() const { return id % counted_by_warps::copies; }
  EBB_DEVICE void total(counted_by_warps::Total which, std::uint64_t more) const {
    if (which < counted_by_warps::own_totals)
      own_[counted_by_warps::own_sums + which] += more;
    else
      warp_counters_.add_total(copy(), which, more);
  }
  /// Returns the slot of a time.
  EBB_DEVICE std::uint32_t slot_of(std::int64_t at) const {
    if (at < span_.slot_end) return span_.slot;
    const std::uint32_t slot = warp_counters_.slot_of(at, span_.slot);
    if (slot < warp_counters_.slots) return slot;
    overflow(FullQueue::batch);
    return span_.slot;
  }
  EBB_DEVICE void sum(std::uint32_t slot, unsigned which, std::int64_t more) const {
    if (slot == span_.slot)
      own_[which] += static_cast<std::uint64_t>(more);
    else
      warp_counters_.add_sum(slot, copy(), which, static_cast<std::uint64_t>(more));
  }
  EBB_DEVICE void record(std::uint32_t slot, unsigned histogram, std::int64_t latency) const {
    sum(slot, counted_by_warps::latencies + histogram, latency);
    warp_counters_.record(slot, histogram, latency);
    if (slot != span_.slot) return warp_counters_.record_extremes(slot, histogram, latency);
    const unsigned least = counted_by_warps::own_extremes + 2 * histogram;
    const auto value = static_cast<std::uint64_t>(latency);
    own_[least] = std::min(own_[least], value), own_[least + 1] = std::max(own_[least + 1], value);
  }
  EBB_DEVICE void want(PortId channel, unsigned vc) {
    queues_.ends[channel].wanted |= 1u << vc;
    const PortId local = channel - static_cast<PortId>(first_port);
    queues_.wanted[std::size_t{id} * queues_.words + local / 64] |= std::uint64_t{1} << local % 64;
  }

  const WarpQueues& queues_;
  const WarpCountersView& warp_counters_;
  const WindowSpan& span_;
  OwnSums own_;
  std::uint64_t coming_ = 0;
  bool answers_ = false;  ///< a host sends an answer: it has no other upcoming message
};

EBB_DEVICE_INLINE void WarpContext::mark_due(SwitchId s, unsigned port, std::int64_t at) {
  const unsigned later = span_.windows_until(at);
  coming_ |= std::uint64_t{1} << later;
  if (later == calendar_pages - 1 && !span_.backlogged) overflow(FullQueue::calendar);
  set_bits(due_ports(queues_, span_.page_of(later), s, port / 64), std::uint64_t{1} << port % 64);
}

/// A packet to the switch at hand, from a host, may arrive in this window. Its key is here unless another
/// packet at its port comes first. Whether the ring had room shows when the batch ends: ring_is_full().
EBB_DEVICE_INLINE void WarpContext::send_over(const OutPort& over, const Packet& packet) {
  PortEnds& from = queues_.ends[static_cast<std::size_t>(&over - outs)];
  const std::size_t port = from.peer;
  const std::uint32_t number = from.tail;
  from.tail = number + 1;
  write_far(ring_place(queues_, port, number), PacketOnTheWay::of(packet, number));
  if (packet.switch_id != id || packet.at >= span_.end)
    mark_due(packet.switch_id, packet.port, packet.at);
  else if (queues_.ends[port].head == number)
    add_key(EventKey::of(packet.at - span_.start, Kind::packet, packet.port, 0, 0));
}

EBB_DEVICE_INLINE void WarpContext::list_event(std::uint32_t place, PendingEvent& event) {
  const unsigned later = span_.windows_until(event.at);
  coming_ |= std::uint64_t{1} << later;
  std::uint32_t& first = event_list(queues_, span_.page_of(later), id);
  event.next = first, first = place;
}

/// All events are of the switch at hand: what another switch must know goes as a packet or a credit.
EBB_DEVICE_INLINE void WarpContext::schedule(const TimedEvent& event) {
  PoolEnds& ends = queues_.event_ends[id];
  PendingEvent* events = &queues_.events[std::size_t{id} * queues_.sizes.events];
  std::uint32_t place = ends.free;
  if (place != no_id)
    ends.free = events[place].next;
  else if (ends.end < queues_.sizes.events)
    place = ends.end++;
  else
    return overflow(FullQueue::events);
  PendingEvent& entry = events[place];
  entry = {event.at, event.port, event.kind, event.detail, event.amount};
  if (event.at >= span_.end) return list_event(place, entry);
  add_key(EventKey::of(event.at - span_.start, event.kind, event.port, event.detail, place));
}

/// Of a closed loop. Answers depend on nothing but the time and the host, so that is all that goes from
/// switch to switch. A notification of the destination has the source as its amount, that of the source
/// detail 1.
EBB_DEVICE_INLINE void WarpContext::notify(const DeliveryNotification& notification) {
  if (notification.switch_id == id) {
    const std::uint8_t at_source = notification.at_source;
    return schedule(
        {notification.at, id, notification.port, Kind::notification, at_source, notification.source});
  }
  std::uint32_t& count = posted_count(queues_, span_.number, notification.switch_id);
  const std::uint32_t place = counted_by_warps::take_number(count);
  if (place >= queues_.sizes.posted) return overflow(FullQueue::posted);
  write_far(posted_place(queues_, span_.number, notification.switch_id, place),
            PostedDelivery{notification.at, notification.port, 0});
  coming_ |= 2;  // the switch takes it in the next window
}

EBB_DEVICE_INLINE void WarpContext::take_posted() {
  std::uint32_t& count = posted_count(queues_, span_.number - 1, id);
  const std::uint32_t posted = std::min(read_far_word(count), queues_.sizes.posted);
  for (std::uint32_t i = 0; i < posted; ++i) {
    const PostedDelivery one = read_far(posted_place(queues_, span_.number - 1, id, i));
    schedule({one.at, id, static_cast<std::uint16_t>(one.port), Kind::notification, 1, 0});
  }
  count = 0;
}

EBB_DEVICE_INLINE bool WarpContext::take_notification(const PendingEvent& event) {
  if (event.detail == 0) {
    const HostPlace source = state.place[event.amount];
    DeliveryNotification back;
    back.at = now + state.acknowledge_after, back.source = event.amount, back.at_source = true;
    back.switch_id = source.at, back.port = source.local;
    notify(back);
    return false;
  }
  const HostId here = host_at(event.port);
  Host& host = state.host[here];
  host.upcoming = state.sampler.acknowledged(here, Picoseconds{now}, host.memory);
  return answers_ = true;
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

/// The record that follows the one that is replaced must count already: then there is always one that counts.
EBB_DEVICE_INLINE void WarpContext::return_credit(InLane& in, const Packet& packet, std::int64_t due,
                                                  std::uint64_t* returned) {
  const PortId source = queues_.ends[first_port + packet.port].peer;
  if (state.network.is_host_port(source)) return enter_credit(*this, in.log, packet, due, returned);
  const std::uint32_t size = queues_.sizes.credits;
  ReturnedCredit* records = &queues_.returned[lane_of(first_port + packet.port, packet.vc) * (1 + size)];
  const ReturnedCredit all = records[0];
  const std::uint32_t sum = all.sum + packet.size, next = all.mark + 1 == size ? 0 : all.mark + 1;
  if (records[1 + next].due > span_.start) overflow(FullQueue::credits);
  write_far(records[1 + all.mark], ReturnedCredit{due, sum, span_.number});
  records[0] = {0, sum, next};
  coming_ |= std::uint64_t{1} << span_.windows_until(due);
}

EBB_DEVICE_INLINE void WarpContext::count(const Offered& offered) {
  const std::uint32_t slot = slot_of(offered.at);
  sum(slot, counted_by_warps::messages, 1);
  sum(slot, counted_by_warps::packets_made, offered.parts);
  sum(slot, counted_by_warps::wire_made, offered.wire);
  sum(slot, counted_by_warps::payload_made, offered.payload);
}
EBB_DEVICE_INLINE void WarpContext::count(const Injected& injected) {
  const std::uint32_t slot = slot_of(injected.at);
  sum(slot, counted_by_warps::packets_sent, 1);
  sum(slot, counted_by_warps::wire_sent, injected.size);
  sum(slot, counted_by_warps::payload_sent, injected.payload);
}
EBB_DEVICE_INLINE void WarpContext::count(const Delivered& delivered) {
  const Packet& packet = delivered.packet;
  const std::uint32_t slot = slot_of(delivered.at);
  sum(slot, counted_by_warps::packets_delivered, 1);
  sum(slot, counted_by_warps::wire_delivered, packet.size);
  sum(slot, counted_by_warps::payload_delivered, delivered.payload);
  record(slot, 0, delivered.at - packet.entered);
  record(slot, 1, delivered.at - packet.born);
  total(counted_by_warps::digest, Counters::hash(packet.source, packet.entered, delivered.at));
}
EBB_DEVICE_INLINE void WarpContext::count(const Completed& completed) {
  const std::uint32_t slot = slot_of(completed.at);
  sum(slot, counted_by_warps::messages_delivered, 1);
  sum(slot, counted_by_warps::completed_payload, completed.payload);
  record(slot, 2, completed.at - completed.born);
  own_[counted_by_warps::own_completion] =
      std::max(own_[counted_by_warps::own_completion], static_cast<std::uint64_t>(completed.at));
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
