// The pass of a warp over one switch in one window. All lanes of the warp look for the next event among those
// of the switch; one of them passes it to the rules. On this machine a warp has one lane, which does
// everything.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/dispatch.hpp"
#include "engine/gpu/warp_context.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// The lanes of a warp on this machine.
struct OneLane {
  static constexpr unsigned count = 1, self = 0;
  static std::uint64_t least(std::uint64_t key) { return key; }
  static void meet() {}
};

/// The order of the events of a switch in a window, as in every executor: by time, kind, port and detail. The
/// last 15 bits are where the event is.
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

/// The first packets on their way to the ports of a switch.
EBB_DEVICE inline Packet& first_packet(const WarpContext& context, unsigned port) {
  const WarpQueues& queues = context.queues();
  const std::size_t p = context.first_port + port;
  return queues.ring[p * queues.sizes.ring + (queues.ring_head[p] & (queues.sizes.ring - 1))];
}

/// Calls visit(port, packet) for the first packet on its way to each port of the switch, each lane for some.
template <class Lanes, class Visit>
EBB_DEVICE void for_each_first(Lanes lanes, const WarpContext& context, Visit&& visit) {
  const WarpQueues& queues = context.queues();
  for (unsigned word = 0; word < queues.words; ++word) {
    const std::uint64_t mask = queues.holding[std::size_t{context.id} * queues.words + word];
    for (unsigned bit = lanes.self; bit < 64 && mask >> bit; bit += lanes.count)
      if (mask >> bit & 1) visit(word * 64 + bit, first_packet(context, word * 64 + bit));
  }
}

/// Returns the key of the next event in the window, for all lanes.
template <class Lanes>
EBB_DEVICE std::uint64_t next_event(Lanes lanes, const WarpContext& context) {
  const WindowSpan& span = context.span();
  std::uint64_t least = EventKey::none;
  for_each_first(lanes, context, [&](unsigned port, const Packet& packet) {
    if (packet.at < span.end)
      least = std::min(least, EventKey::of(packet.at - span.start, Kind::packet, port, packet.vc, 0));
  });
  const WarpQueues& queues = context.queues();
  const PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
  for (unsigned i = lanes.self; i < queues.event_count[context.id]; i += lanes.count)
    if (events[i].at < span.end)
      least = std::min(least, EventKey::of(events[i].at - span.start, events[i].kind, events[i].port,
                                           events[i].detail, i));
  return lanes.least(least);
}

/// Passes an event to its rule.
template <class Context, class Routing>
EBB_DEVICE void handle(Context& context, const Routing& routing, std::uint64_t key) {
  const WarpQueues& queues = context.queues();
  context.count_event();
  if (EventKey::kind(key) == Kind::packet) {
    Packet& place = first_packet(context, EventKey::port(key));
    const Packet packet = place;
    place.at = INT64_MAX;
    ++queues.ring_head[context.first_port + EventKey::port(key)];
    context.now = packet.at;
    return arrive(context, routing, packet);
  }
  PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
  const PendingEvent event = events[EventKey::place(key)];
  events[EventKey::place(key)] = events[--queues.event_count[context.id]];
  context.now = event.at;
  handle_timed_event(context, routing, event.kind, event.port, event.detail, event.amount);
}

/// Takes in what other switches have sent in the windows before. Lanes that wait for the next credit look
/// whether it is here.
EBB_DEVICE inline void begin_switch(WarpContext& context) {
  const WarpQueues& queues = context.queues();
  for (unsigned word = 0; word < queues.words; ++word) {
    const std::size_t place = std::size_t{context.id} * queues.words + word;
    queues.holding[place] |= queues.arrived[context.span().parity][place];
    queues.arrived[context.span().parity][place] = 0;
    std::uint64_t wanted = queues.wanted[place];
    for (unsigned bit = 0; wanted >> bit; ++bit) {
      if (!(wanted >> bit & 1)) continue;
      const PortId channel = context.channel_at(static_cast<std::uint16_t>(word * 64 + bit));
      bool any = false;
      for (unsigned vc = 0; vc < context.vcs; ++vc) {
        CreditLog& log = context.ins[context.lane_of(context.state.network.peer[channel], vc)].log;
        if (log.wanted) context.enter_returned(channel, vc, log);
        any = any || log.wanted;
      }
      if (!any) queues.wanted[place] &= ~(std::uint64_t{1} << bit);
      if (bit == 63) break;
    }
  }
}

/// Returns when something happens next at the switch, for all lanes. Ports without packets on their way are
/// no longer looked at.
template <class Lanes>
EBB_DEVICE std::int64_t end_switch(Lanes lanes, const WarpContext& context) {
  const WarpQueues& queues = context.queues();
  auto next = static_cast<std::uint64_t>(INT64_MAX);
  for_each_first(lanes, context, [&](unsigned port, const Packet& packet) {
    next = std::min(next, static_cast<std::uint64_t>(packet.at));
    if (packet.at == INT64_MAX)
      clear_bits(queues.holding[std::size_t{context.id} * queues.words + port / 64],
                 std::uint64_t{1} << port % 64);
  });
  const PendingEvent* events = &queues.events[std::size_t{context.id} * queues.sizes.events];
  for (unsigned i = lanes.self; i < queues.event_count[context.id]; i += lanes.count)
    next = std::min(next, static_cast<std::uint64_t>(events[i].at));
  return static_cast<std::int64_t>(lanes.least(next));
}

/// Says whether the pools have room for what an event adds.
EBB_DEVICE inline bool has_room(WarpContext& context) {
  return context.queued_packets().has_room() && context.messages().has_room();
}

/// Says whether anything may happen at a switch in a window.
EBB_DEVICE inline bool is_busy(const WarpQueues& queues, SwitchId s, const WindowSpan& span) {
  if (queues.pending_at[s] < span.end) return true;
  for (unsigned word = 0; word < queues.words; ++word) {
    const std::size_t place = std::size_t{s} * queues.words + word;
    if (queues.arrived[span.parity][place] | queues.wanted[place]) return true;
  }
  return false;
}

/// Handles the events of a switch in a window, in order, with those that follow within it. Returns when
/// something happens next, there or because of it.
template <class Lanes, class Context, class Routing>
EBB_DEVICE std::int64_t handle_switch(Lanes lanes, Context& context, const Routing& routing, SwitchId s) {
  context.turn_to(s);
  context.now = context.span().start;
  if (lanes.self == 0) begin_switch(context);
  lanes.meet();
  for (;;) {
    const std::uint64_t key = next_event(lanes, context);
    if (key == EventKey::none || !has_room(context)) break;
    if (lanes.self == 0) handle(context, routing, key);
    lanes.meet();
  }
  const std::int64_t next = end_switch(lanes, context);
  if (lanes.self == 0) context.queues().pending_at[s] = next;
  return std::min(next, context.earliest_sent());
}

}  // namespace ebb::inline engine
