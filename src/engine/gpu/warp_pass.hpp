// The pass over one switch in one window. The lanes of a warp look for the next event among those of the
// switch; the first of them passes it to the rules. On this machine one lane does everything. A warp of an
// accelerator may pass over several switches at once, so all lanes take the same steps.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/accelerator/far_memory.hpp"
#include "engine/dispatch.hpp"
#include "engine/gpu/warp_context.hpp"
#include "engine/gpu/warp_machine.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The lanes of a switch on this machine.
struct OneLane {
  static constexpr unsigned count = 1, self = 0;
  static std::uint64_t least(std::uint64_t key) { return key; }
  static unsigned of_first(unsigned value) { return value; }
  static bool any(bool one) { return one; }  ///< of all lanes of the warp
  static bool more(bool one, bool) {
    return one;
  }  ///< whether no fewer lanes of the warp have one than other
  static void meet() {}
};

/// Adds the packet of a number that is on its way to a port: to the keys, or to those of its window.
EBB_DEVICE_INLINE void add_packet(WarpContext& context, unsigned local, std::uint32_t number) {
  const RingArrival next = arrival_of(ring_place(context.queues(), context.first_port + local, number));
  if (next.number != number) return;
  const WindowSpan& span = context.span();
  if (next.at < span.end)
    context.add_key(EventKey::of(next.at - span.start, Kind::packet, local, 0, 0));
  else
    context.mark_due(context.id, local, next.at);
}

/// Takes the first packet on its way to a port. The one that follows may be due in this window, or on its
/// page with others.
EBB_DEVICE_INLINE Packet take_packet(WarpContext& context, std::uint16_t local) {
  const WarpQueues& queues = context.queues();
  const std::size_t port = context.first_port + local;
  const std::uint32_t head = queues.ends[port].head;
  queues.ends[port].head = head + 1;
  const PacketOnTheWay& place = ring_place(queues, port, head);
  const PacketOnTheWay entry = read_far(place);
  // A ring without room is written over: then the batch is run again.
  if (entry.number != head || arrival_of(place).number != head) context.overflow(FullQueue::packets);
  const Packet packet = entry.packet_at(context.id);
  const WindowSpan& span = context.span();
  if (span.backlogged || packet.at + context.rates[packet.rate].time(packet.size) < span.end)
    add_packet(context, local, head + 1);
  return packet;
}

/// Takes a timed event out of the memory of its switch.
EBB_DEVICE_INLINE PendingEvent take_event(const WarpContext& context, std::uint32_t place) {
  const WarpQueues& queues = context.queues();
  PendingEvent& entry = queues.events[std::size_t{context.id} * queues.sizes.events + place];
  const PendingEvent event = entry;
  PoolEnds& ends = queues.event_ends[context.id];
  entry.next = ends.free, ends.free = place;
  return event;
}

/// Passes an event to its rule.
template <class Context, class Routing>
EBB_DEVICE void handle(Context& context, const Routing& routing, std::uint64_t key) {
  context.count_event();
  if (EventKey::kind(key) == Kind::packet) {
    const Packet packet = take_packet(context, static_cast<std::uint16_t>(EventKey::port(key)));
    context.now = packet.at;
    return arrive(context, routing, packet);
  }
  const PendingEvent event = take_event(context, EventKey::place(key));
  context.now = event.at;
  Kind kind = event.kind;
  if (kind == Kind::notification) {
    if (!context.take_notification(event)) return;
    kind = Kind::inject;
  }
  handle_timed_event(context, routing, kind, event.port, event.detail, event.amount);
}

/// Channels whose lanes wait for the next credit look whether it is on its way. One that was there before the
/// wait has counted by then.
EBB_DEVICE_INLINE void look_for_credits(WarpContext& context) {
  const WarpQueues& queues = context.queues();
  for (unsigned word = 0; word < queues.words; ++word) {
    std::uint64_t& wanted = queues.wanted[std::size_t{context.id} * queues.words + word];
    for (std::uint64_t left = wanted; left != 0; left &= left - 1) {
      const auto bit = static_cast<unsigned>(63 - zeros_above(left & (~left + 1)));
      const auto local = static_cast<std::uint16_t>(word * 64 + bit);
      const PortId channel = context.channel_at(local);
      PortEnds& ends = queues.ends[channel];
      for (unsigned lanes = ends.wanted; lanes != 0; lanes &= lanes - 1) {
        const auto vc = static_cast<unsigned>(zeros_below(lanes));
        const std::int64_t due = context.returned_to(channel, vc).next_after(context.span().start - 1);
        if (due == INT64_MAX) continue;
        ends.wanted &= ~(1u << vc);
        context.schedule(credit_event(due, context.id, local, vc, 0));
      }
      if (ends.wanted == 0) wanted &= ~(std::uint64_t{1} << bit);
    }
  }
}

/// Calls visit(port) for the ports whose bit is set in the page of the window.
template <class Visit>
EBB_DEVICE void for_each_due(const WarpContext& context, Visit&& visit) {
  const WarpQueues& queues = context.queues();
  for (unsigned word = 0; word < queues.words; ++word)
    for (std::uint64_t left = read_far(due_ports(queues, context.span().page, context.id, word)); left != 0;
         left &= left - 1)
      visit(word * 64 + static_cast<unsigned>(63 - zeros_above(left & (~left + 1))));
}

/// Adds the keys of the packets that arrive in the window, one for each port. Lanes take ports in turn.
template <class Lanes>
EBB_DEVICE std::uint32_t collect_packets(Lanes lanes, WarpContext& context) {
  const WarpQueues& queues = context.queues();
  const WindowSpan& span = context.span();
  std::uint32_t found = 0;
  for_each_due(context, [&](unsigned port) {
    const std::uint32_t place = found++;
    if (place % lanes.count != lanes.self) return;
    if (place >= context.keys.room) return context.overflow(FullQueue::window);
    const std::uint32_t number = queues.ends[context.first_port + port].head;
    const RingArrival first = arrival_of(ring_place(queues, context.first_port + port, number));
    const bool any = first.number == number, here = any && first.at < span.end;
    context.keys[place] =
        here ? EventKey::of(first.at - span.start, Kind::packet, port, 0, 0) : EventKey::none;
    if (any && !here) context.mark_due(context.id, port, first.at);
  });
  return std::min(found, context.keys.room);
}

/// Adds the keys of the timed events of the window. Those that are due later move to the page of their
/// window.
EBB_DEVICE_INLINE void collect_events(WarpContext& context) {
  const WarpQueues& queues = context.queues();
  const WindowSpan& span = context.span();
  PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
  std::uint32_t& first = event_list(queues, span.page, context.id);
  std::uint32_t place = first;
  if (place == no_id) return;
  first = no_id;
  while (place != no_id) {
    PendingEvent& event = events[place];
    const std::uint32_t next = event.next;
    if (event.at < span.end)
      context.add_key(EventKey::of(event.at - span.start, event.kind, event.port, event.detail, place));
    else
      context.list_event(place, event);
    place = next;
  }
}

/// Collects the events of a switch in the window.
template <class Lanes>
EBB_DEVICE void begin_switch(Lanes lanes, WarpContext& context, bool busy) {
  if (busy) context.keys.count = collect_packets(lanes, context);
  lanes.meet();
  if (!busy || lanes.self != 0) return;
  const WarpQueues& queues = context.queues();
  for (unsigned word = 0; word < queues.words; ++word)
    due_ports(queues, context.span().page, context.id, word) = 0;
  if (queues.sizes.posted > 0) context.take_posted();
  collect_events(context);
  look_for_credits(context);
}

/// Says whether the pools have room for what an event adds.
EBB_DEVICE_INLINE bool has_room(WarpContext& context) {
  return context.queued_packets().has_room() && context.messages().has_room();
}

/// Says whether anything may happen at a switch in a window.
EBB_DEVICE_INLINE bool is_busy(const WarpQueues& queues, SwitchId s, const WindowSpan& span) {
  if (event_list(queues, span.page, s) != no_id) return true;
  if (queues.sizes.posted > 0 && read_far_word(posted_count(queues, span.number - 1, s)) != 0) return true;
  for (unsigned word = 0; word < queues.words; ++word)
    if (read_far(due_ports(queues, span.page, s, word)) | queues.wanted[std::size_t{s} * queues.words + word])
      return true;
  return false;
}

/// Handles the events of a switch in a window, in order, with those that follow within it. Each lane looks
/// for the least of some of the keys. The last key takes the place of the one that is taken out. Switches of
/// a warp whose next event is a packet take turns with the others, those that are more first: so more of them
/// take the same steps.
template <class Lanes, class Context, class Routing>
EBB_DEVICE void handle_events(Lanes lanes, Context& context, const Routing& routing, bool busy) {
  for (;;) {
    const std::uint32_t count = lanes.of_first(context.keys.count);
    std::uint64_t own = EventKey::none;
    std::uint32_t place = 0;
    for (std::uint32_t i = lanes.self; i < count; i += lanes.count)
      if (const std::uint64_t key = context.keys[i]; key < own) own = key, place = i;
    const std::uint64_t key = lanes.least(own);
    const bool ready = busy && key != EventKey::none && has_room(context);
    if (!lanes.any(ready)) return;
    const bool packet = ready && EventKey::kind(key) == Kind::packet;
    const bool other = ready && !packet;
    const bool goes = lanes.more(packet, other) ? packet : other;
    if (goes && own == key) context.keys[place] = context.keys[count - 1];
    lanes.meet();
    if (goes && lanes.self == 0) {
      --context.keys.count;
      handle(context, routing, key);
    }
    lanes.meet();
  }
}

/// The pass over a switch, or over none, which another switch of the warp may need.
template <class Lanes, class Context, class Routing>
EBB_DEVICE void pass_over(Lanes lanes, Context& context, const Routing& routing, SwitchId s) {
  const bool busy = s < context.state.network.switches() && is_busy(context.queues(), s, context.span());
  if (!lanes.any(busy)) return;
  if (busy) context.turn_to(s);
  context.now = context.span().start;
  context.keys.count = 0;
  begin_switch(lanes, context, busy);
  lanes.meet();
  handle_events(lanes, context, routing, busy);
}

/// Says whether more packets were sent to a port than its ring holds.
EBB_DEVICE_INLINE bool ring_is_full(const WarpQueues& queues, PortId port) {
  const PortEnds ends = read_far(queues.ends[port]);
  return read_far(queues.ends[ends.peer]).tail - ends.head > queues.sizes.ring;
}

/// The same for all ports, on this machine.
inline void check_rings(const WarpRun& run) {
  for (PortId port = 0; port < run.state.network.switch_ports(); ++port)
    if (ring_is_full(run.queues, port)) run.queues.full[0] = static_cast<std::uint32_t>(FullQueue::packets);
}

}  // namespace ebb::inline engine
