// The pass over one switch in one window. The lanes of a warp look for the next event among those of the
// switch; the first of them passes it to the rules. On this machine one lane does everything. A warp of an
// accelerator may pass over several switches at once, so all lanes take the same steps.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/dispatch.hpp"
#include "engine/gpu/warp_context.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The lanes of a switch on this machine.
struct OneLane {
  static constexpr unsigned count = 1, self = 0;
  static std::uint64_t least(std::uint64_t key) { return key; }
  static unsigned of_first(unsigned value) { return value; }
  static bool any(bool one) { return one; }  ///< of all lanes of the warp
  static void meet() {}
};

/// The order of the events of a switch in a window, as in every executor: by time, kind, port and detail. The
/// last 15 bits are where the event is. Of packets there is one key for each port, so detail is not needed.
struct EventKey {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  EBB_DEVICE static std::uint64_t of(std::int64_t offset, Kind kind, unsigned port, unsigned detail,
                                     unsigned place) {
    return static_cast<std::uint64_t>(offset) << 44 | std::uint64_t{static_cast<unsigned>(kind)} << 39 |
           std::uint64_t{port} << 23 | detail << 15 | place;
  }
  EBB_DEVICE static Kind kind(std::uint64_t key) { return static_cast<Kind>(key >> 39 & 0x1f); }
  EBB_DEVICE static unsigned port(std::uint64_t key) { return key >> 23 & 0xffff; }
  EBB_DEVICE static unsigned place(std::uint64_t key) { return key & 0x7fff; }
};

/// Returns the ports of the switch at hand.
EBB_DEVICE_INLINE unsigned ports_of(const WarpContext& context) {
  return context.state.network.ports_of(context.id);
}

EBB_DEVICE_INLINE Packet& first_packet(const WarpQueues& queues, std::size_t port) {
  return queues.ring[port * queues.sizes.ring + (queues.ring_head[port] & (queues.sizes.ring - 1))];
}

/// Returns the least key of the packets that arrive at this lane's ports in the window.
template <class Lanes>
EBB_DEVICE std::uint64_t next_packet(Lanes lanes, const WarpContext& context) {
  const WindowSpan& span = context.span();
  const std::int64_t* at = &context.queues().first_at[context.first_port];
  std::uint64_t least = EventKey::none;
  for (unsigned port = lanes.self, end = ports_of(context); port < end; port += lanes.count)
    if (at[port] < span.end)
      least = std::min(least, EventKey::of(at[port] - span.start, Kind::packet, port, 0, 0));
  return least;
}

/// The same for this lane's timed events.
template <class Lanes>
EBB_DEVICE std::uint64_t next_timed_event(Lanes lanes, const WarpContext& context) {
  const WindowSpan& span = context.span();
  const WarpQueues& queues = context.queues();
  const PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
  std::uint64_t least = EventKey::none;
  for (unsigned i = lanes.self, end = queues.event_count[context.id]; i < end; i += lanes.count)
    if (events[i].at < span.end)
      least = std::min(least, EventKey::of(events[i].at - span.start, events[i].kind, events[i].port,
                                           events[i].detail, i));
  return least;
}

/// Takes the first packet on its way to a port.
EBB_DEVICE_INLINE Packet take_packet(const WarpQueues& queues, std::size_t port) {
  Packet& place = first_packet(queues, port);
  const Packet packet = place;
  place.at = INT64_MAX;
  ++queues.ring_head[port];
  queues.first_at[port] = first_packet(queues, port).at;
  return packet;
}

/// Passes an event to its rule.
template <class Context, class Routing>
EBB_DEVICE void handle(Context& context, const Routing& routing, std::uint64_t key) {
  const WarpQueues& queues = context.queues();
  context.count_event();
  if (EventKey::kind(key) == Kind::packet) {
    const Packet packet = take_packet(queues, context.first_port + EventKey::port(key));
    context.now = packet.at;
    return arrive(context, routing, packet);
  }
  PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
  const PendingEvent event = events[EventKey::place(key)];
  events[EventKey::place(key)] = events[--queues.event_count[context.id]];
  context.now = event.at;
  handle_timed_event(context, routing, event.kind, event.port, event.detail, event.amount);
}

/// Channels whose lanes wait for the next credit look whether it is here.
EBB_DEVICE_INLINE void look_for_credits(WarpContext& context) {
  const WarpQueues& queues = context.queues();
  for (unsigned word = 0; word < queues.words; ++word) {
    std::uint64_t& wanted = queues.wanted[std::size_t{context.id} * queues.words + word];
    for (std::uint64_t left = wanted; left != 0; left &= left - 1) {
      const auto bit = static_cast<unsigned>(63 - zeros_above(left & (~left + 1)));
      const PortId channel = context.channel_at(static_cast<std::uint16_t>(word * 64 + bit));
      bool any = false;
      for (unsigned vc = 0; vc < context.vcs; ++vc) {
        CreditLog& log = context.ins[context.lane_of(context.state.network.peer[channel], vc)].log;
        if (log.wanted) context.enter_returned(channel, vc, log);
        any = any || log.wanted;
      }
      if (!any) wanted &= ~(std::uint64_t{1} << bit);
    }
  }
}

/// Takes in what other switches have sent in the windows before.
template <class Lanes>
EBB_DEVICE void begin_switch(Lanes lanes, WarpContext& context, bool busy) {
  const WarpQueues& queues = context.queues();
  const std::uint64_t* arrived =
      &queues.arrived[context.span().parity][std::size_t{context.id} * queues.words];
  for (unsigned port = lanes.self, end = busy ? ports_of(context) : 0; port < end; port += lanes.count)
    if (arrived[port / 64] >> port % 64 & 1) {
      std::int64_t& first_at = queues.first_at[context.first_port + port];
      if (first_at == INT64_MAX) first_at = first_packet(queues, context.first_port + port).at;
    }
  lanes.meet();
  if (!busy || lanes.self != 0) return;
  for (unsigned word = 0; word < queues.words; ++word)
    queues.arrived[context.span().parity][std::size_t{context.id} * queues.words + word] = 0;
  look_for_credits(context);
}

/// Returns when something happens next at the switch, for all lanes.
template <class Lanes>
EBB_DEVICE std::int64_t next_at(Lanes lanes, const WarpContext& context, bool busy) {
  const WarpQueues& queues = context.queues();
  auto next = static_cast<std::uint64_t>(INT64_MAX);
  if (busy) {
    const std::int64_t* at = &queues.first_at[context.first_port];
    for (unsigned port = lanes.self, end = ports_of(context); port < end; port += lanes.count)
      next = std::min(next, static_cast<std::uint64_t>(at[port]));
    const PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
    for (unsigned i = lanes.self, end = queues.event_count[context.id]; i < end; i += lanes.count)
      next = std::min(next, static_cast<std::uint64_t>(events[i].at));
  }
  return static_cast<std::int64_t>(lanes.least(next));
}

/// Says whether the pools have room for what an event adds.
EBB_DEVICE_INLINE bool has_room(WarpContext& context) {
  return context.queued_packets().has_room() && context.messages().has_room();
}

/// Says whether anything may happen at a switch in a window.
EBB_DEVICE_INLINE bool is_busy(const WarpQueues& queues, SwitchId s, const WindowSpan& span) {
  if (queues.pending_at[s] < span.end) return true;
  for (unsigned word = 0; word < queues.words; ++word) {
    const std::size_t place = std::size_t{s} * queues.words + word;
    if (queues.arrived[span.parity][place] | queues.wanted[place]) return true;
  }
  return false;
}

/// Handles the events of a switch in a window, in order, with those that follow within it. Each lane
/// remembers the least keys of its ports and of its events, and looks again only where something has changed.
template <class Lanes, class Context, class Routing>
EBB_DEVICE void handle_events(Lanes lanes, Context& context, const Routing& routing, bool busy) {
  std::uint64_t packets = busy ? next_packet(lanes, context) : EventKey::none;
  std::uint64_t events = busy ? next_timed_event(lanes, context) : EventKey::none;
  for (;;) {
    const std::uint64_t key = lanes.least(std::min(packets, events));
    const bool goes = key != EventKey::none && has_room(context);
    if (!lanes.any(goes)) return;
    if (goes && lanes.self == 0) handle(context, routing, key);
    lanes.meet();
    const unsigned changes = lanes.of_first(context.take_changes());
    if (!goes) {
      packets = events = EventKey::none;
      continue;
    }
    const bool was_packet = EventKey::kind(key) == Kind::packet;
    if (packets == key || (changes & Context::Changes::packets)) packets = next_packet(lanes, context);
    if (!was_packet || (changes & Context::Changes::events)) events = next_timed_event(lanes, context);
  }
}

/// The pass over a switch, or over none, which another switch of the warp may need. Returns when something
/// happens next, there or because of it.
template <class Lanes, class Context, class Routing>
EBB_DEVICE std::int64_t pass_over(Lanes lanes, Context& context, const Routing& routing, SwitchId s) {
  const WarpQueues& queues = context.queues();
  const bool any = s < context.state.network.switches();
  const bool busy = any && is_busy(queues, s, context.span());
  if (any) context.turn_to(s);
  if (!lanes.any(busy)) return any ? queues.pending_at[s] : INT64_MAX;
  context.now = context.span().start;
  begin_switch(lanes, context, busy);
  lanes.meet();
  handle_events(lanes, context, routing, busy);
  const std::int64_t next = next_at(lanes, context, busy);
  const std::int64_t sent = context.earliest_sent();
  if (!busy) return any ? queues.pending_at[s] : INT64_MAX;
  if (lanes.self == 0) queues.pending_at[s] = next;
  for (unsigned i = lanes.self; i < Context::entries_counted; i += lanes.count) context.add_counted(i);
  return std::min(next, sent);
}

}  // namespace ebb::inline engine
