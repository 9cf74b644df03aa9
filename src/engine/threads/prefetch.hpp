// Prefetches memory. The events of a window are known before it is handled, and they name the ports, lanes
// and packets that will be accessed. Up to 64 events go through three steps before the first of them is
// handled: prefetch what an event names; then what is queued there; then what that refers to. Where the state
// of the network just fits L2, only the first step pays.
//
// Everything here is forced inline and ends in prefetch(); otherwise the compiler removes it.
#pragma once

#include "engine/model/transport.hpp"
#include "engine/storage/prefetch_line.hpp"
#include "engine/threads/coming_events.hpp"
#include "engine/threads/worker.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// Returns `a` if `first`, else `b`, without a branch. A branch would be mispredicted often; prefetching a
/// nearby line in vain costs less.
[[gnu::always_inline]] inline std::uint32_t choose(bool first, std::uint32_t a, std::uint32_t b) {
  return b ^ ((a ^ b) & (0u - first));
}

/// True where hosts can have connections (transport.hpp).
template <class Context>
constexpr bool may_have_transport = requires(Context& context) {
  Context::Flow::has_transport(context);
};

/// Says whether an event is a packet that a host's transport takes.
template <class Context>
[[gnu::always_inline]] inline bool is_for_transport(const ComingEvent& event) {
  return may_have_transport<Context> && event.detail == host_vc;
}

/// Prefetches an entry of a pool, and its link to the next one. For no_id it prefetches the pool's first
/// entry.
template <class T>
[[gnu::always_inline]] inline void prefetch_entry(const Pool<T>& pool, std::uint32_t id) {
  id = choose(id == no_id, 0, id);
  prefetch(pool.place_of(id));
  prefetch(pool.link_of(id));
}

/// Returns the host at the port of an event.
[[gnu::always_inline]] inline HostId host_of(const NetworkState& state, const ComingEvent& event) {
  return state.network.host_at(state.network.peer[event.port]);
}

template <class Context>
[[gnu::always_inline]] inline void prefetch_host(const Context& context, PortId channel) {
  prefetch(&context.state.host[context.state.network.host_at(channel)]);
  prefetch(&context.outs[channel]);
}

template <class Context>
[[gnu::always_inline]] inline void prefetch_output(const Context& context, PortId channel, unsigned vc) {
  prefetch(&context.outs[channel]);
  prefetch(&context.state.cold[channel]);
  prefetch(&context.state.out_lanes[context.lane_of(channel, vc)]);
  if (context.state.watches_channels()) prefetch(&context.state.watch[channel]);
}

/// A host that waits for a credit is served when a packet leaves the lane.
template <class Context>
[[gnu::always_inline]] inline void prefetch_waiting_host(const Context& context, const InLane& in,
                                                         PortId port) {
  if (!in.host_waits) return;
  const PortId channel = context.state.network.peer[port];
  prefetch_host(context, channel);
  prefetch(&context.state.cold[channel]);
  if (!context.state.control.in_use()) return;
  prefetch(&context.state.watch[channel]);
  prefetch(&context.state.control.channels[channel]);
}

/// Prefetches the outputs that a packet can take. With congestion or control, it prefetches more of their
/// state.
template <class Context, class Routing>
[[gnu::always_inline]] inline void prefetch_options(const Context& context, const Routing& routing,
                                                    const ComingEvent& event, const Packet& packet,
                                                    bool congested) {
  if constexpr (requires { routing.prefetch_options(context, event, packet, congested); }) {
    routing.prefetch_options(context, event, packet, congested);
  } else if constexpr (requires { routing.foreseen(event.switch_id, packet.route, [](Hop, bool) {}); }) {
    routing.foreseen(
        event.switch_id, packet.route, [&](Hop hop, bool taken) __attribute__((always_inline)) {
          const PortId channel = choose(taken, event.first + hop.port, event.port);
          if (congested)
            prefetch_output(context, channel, hop.vc);
          else
            prefetch(&context.outs[channel]);
        });
  }
}

/// A message for another host: the look-up of its connection, then the connection.
template <class Context>
[[gnu::always_inline]] inline void prefetch_connection(const Context& context, const ComingEvent& event,
                                                       bool is_found) {
  if constexpr (may_have_transport<Context>) {
    const NetworkState& state = context.state;
    if (!state.transport.in_use()) return;
    const HostId h = host_of(state, event), other = state.host[h].upcoming.destination;
    const HostTransport& host = state.transport.hosts[h];
    if (!is_found) return prefetch(host.to.line_of(other));
    if (const std::uint32_t place = host.to.known_place_of(other); place != no_id)
      prefetch(&host.sending[place]);
  }
}

/// The same for a packet that has arrived at its host.
template <class Context>
[[gnu::always_inline]] inline void prefetch_arrived(const Context& context, const ComingEvent& event,
                                                    bool is_found) {
  const HostTransport& host = context.state.transport.hosts[host_of(context.state, event)];
  const Packet& packet = Worker::queue_of(context).filed_packet_at(event.load);
  const bool answers = is_acknowledgement(context, packet);
  const ConnectionTable& table = answers ? host.to : host.from;
  if (!is_found) return prefetch(table.line_of(packet.source));
  const std::uint32_t place = table.known_place_of(packet.source);
  if (place == no_id) return;
  if (answers)
    prefetch(&host.sending[place]);
  else
    prefetch(&host.receiving[place]);
}

/// Prefetches what a policy evaluation, or a wire that becomes free, needs.
template <Kind kind, class Context>
[[gnu::always_inline]] inline void prefetch_channel(const Context& context, const ComingEvent& event) {
  const PortId channel = event.of_host() ? context.state.network.peer[event.port] : event.port;
  if (kind != Kind::wire) {
    prefetch(&context.state.control.channels[channel]);
    prefetch(&context.state.times_of(channel).front()), prefetch(&context.state.times_of(channel).back());
  }
  if (event.of_host()) prefetch(&context.state.host[context.state.network.host_at(channel)]);
  prefetch_output(context, channel, 0);
}

/// The first step: what the event names.
template <Kind kind, class Context>
[[gnu::always_inline]] inline void prefetch_named(const Context& context, const ComingEvent& event) {
  const NetworkState& state = context.state;
  switch (kind) {
    case Kind::packet:
      prefetch(&Worker::queue_of(context).filed_packet_at(event.load));
      return prefetch(&context.ins[context.lane_of(event.port, event.detail)]);
    case Kind::inject:
      prefetch_host(context, state.network.peer[event.port]);
      if (may_have_transport<Context> && state.transport.in_use())
        prefetch(&state.transport.hosts[host_of(state, event)]);
      return;
    case Kind::host_credit: {
      const PortId channel = state.network.peer[event.port];
      prefetch_host(context, channel);
      prefetch(&state.cold[channel]);
      prefetch(&state.out_lanes[context.lane_of(channel, 0)]);
      return prefetch(&context.ins[context.lane_of(event.port, 0)]);
    }
    case Kind::credit:
      prefetch(&context.ins[context.lane_of(state.network.peer[event.port], event.detail)]);
      return prefetch_output(context, event.port, event.detail);
    case Kind::output:
      return prefetch_output(context, event.port, event.detail);
    case Kind::input:
      prefetch(&state.cold[event.port]);
      for (unsigned vc = 0; vc < context.vcs; ++vc) prefetch(&context.ins[context.lane_of(event.port, vc)]);
      return;
    case Kind::ready:
      prefetch(&Worker::queue_of(context).filed_packet_at(event.load));
      if (is_for_transport<Context>(event)) return prefetch(&state.transport.hosts[host_of(state, event)]);
      return prefetch_output(context, event.port, event.detail);
    case Kind::control:
    case Kind::apply_level:
    case Kind::wire:
      return prefetch_channel<kind>(context, event);
    default:
      return;
  }
}

/// An arriving packet is routed, or appended to those queued in its lane.
template <class Context, class Routing>
[[gnu::always_inline]] inline void prefetch_arrival(Context& context, const Routing& routing,
                                                    const ComingEvent& event) {
  const Packet& packet = Worker::queue_of(context).filed_packet_at(event.load);
  const InLane& in = context.ins[context.lane_of(event.port, event.detail)];
  if (in.head != no_id) {
    prefetch(&context.state.cold[event.port]);
    prefetch(context.queued_packets().link_of(in.tail));
  } else {
    prefetch_options(context, routing, event, packet, context.state.watches_channels());
    prefetch_waiting_host(context, in, event.port);
  }
  if (packet.route.to == event.switch_id && packet.parts > 1)
    prefetch(Worker::block_of(context).arriving.place_of(packet));
}

/// The second step: what is queued at the places that the event names.
template <Kind kind, class Context, class Routing>
[[gnu::always_inline]] inline void prefetch_queued(Context& context, const Routing& routing,
                                                   const ComingEvent& event) {
  const NetworkState& state = context.state;
  switch (kind) {
    case Kind::packet:
      return prefetch_arrival(context, routing, event);
    case Kind::inject:
      prefetch(&state.place[state.host[host_of(state, event)].upcoming.destination]);
      return prefetch_connection(context, event, false);
    case Kind::ready:
      if (is_for_transport<Context>(event)) prefetch_arrived(context, event, false);
      return;
    case Kind::host_credit:
      return prefetch_entry(context.messages(), state.host[host_of(state, event)].queue_head);
    case Kind::input:
      for (unsigned vc = 0; vc < context.vcs; ++vc)
        prefetch_entry(context.queued_packets(), context.ins[context.lane_of(event.port, vc)].head);
      return;
    case Kind::credit:
    case Kind::output: {
      const OutLane& lane = state.out_lanes[context.lane_of(event.port, event.detail)];
      prefetch_entry(context.queued_packets(), lane.head);
      if (!(context.outs[event.port].blocked_mask >> event.detail & 1)) return;
      prefetch(&context.ins[context.lane_of(event.first + lane.blocked_head.port, lane.blocked_head.vc)]);
      return prefetch(&state.cold[event.first + lane.blocked_head.port]);
    }
    case Kind::control:
    case Kind::apply_level:
    case Kind::wire:
      if (event.of_host())
        return prefetch_entry(context.messages(), state.host[host_of(state, event)].queue_head);
      for (unsigned vc = 0; vc < context.vcs; ++vc)
        prefetch_entry(context.queued_packets(), state.out_lanes[context.lane_of(event.port, vc)].head);
      return;
    default:
      return;
  }
}

/// After the oldest packet of an output lane has left, the next one is accessed.
template <class Context>
[[gnu::always_inline]] inline void prefetch_second(Context& context, const OutLane& lane) {
  if (lane.head != no_id) prefetch_entry(context.queued_packets(), context.queued_packets().next(lane.head));
}

/// The third step: what these refer to.
template <Kind kind, class Context, class Routing>
[[gnu::always_inline]] inline void prefetch_next(Context& context, const Routing& routing,
                                                 const ComingEvent& event) {
  const NetworkState& state = context.state;
  switch (kind) {
    case Kind::inject:
      return prefetch_connection(context, event, true);
    case Kind::ready:
      if (is_for_transport<Context>(event)) prefetch_arrived(context, event, true);
      return;
    case Kind::input:
      for (unsigned vc = 0; vc < context.vcs; ++vc) {
        const std::uint32_t id = context.ins[context.lane_of(event.port, vc)].head;
        if (id != no_id) prefetch_options(context, routing, event, context.queued_packets()[id], true);
      }
      prefetch_waiting_host(context, context.ins[context.lane_of(event.port, 0)], event.port);
      return;
    case Kind::credit:
    case Kind::output: {
      const OutLane& lane = state.out_lanes[context.lane_of(event.port, event.detail)];
      prefetch_second(context, lane);
      if (!(context.outs[event.port].blocked_mask >> event.detail & 1)) return;
      const InLane& in =
          context.ins[context.lane_of(event.first + lane.blocked_head.port, lane.blocked_head.vc)];
      prefetch_entry(context.queued_packets(), in.head);
      prefetch_waiting_host(context, in, event.first + lane.blocked_head.port);
      const PortId next = choose(in.next_port != no_port, in.next_port, lane.blocked_head.port);
      return prefetch(&context.ins[context.lane_of(event.first + next, in.next_vc)]);
    }
    case Kind::wire:
      for (unsigned vc = 0; vc < context.vcs && !event.of_host(); ++vc)
        prefetch_second(context, state.out_lanes[context.lane_of(event.port, vc)]);
      return;
    default:
      return;
  }
}

template <Kind... kinds>
struct Kinds {};
/// Those that need memory which can be asked for.
using PrefetchedKinds = Kinds<Kind::packet, Kind::host_credit, Kind::credit, Kind::input, Kind::output,
                              Kind::ready, Kind::inject, Kind::control, Kind::apply_level, Kind::wire>;

/// Takes all of these events through the three steps, kind by kind.
template <class Context, class Routing, Kind... kinds>
void prefetch_all(Context& context, const Routing& routing, PrefetchDepth depth, ComingEvents& events,
                  Kinds<kinds...>) {
  const Network& network = context.state.network;
  const auto each = [&](Kind kind, const auto& ask) __attribute__((always_inline)) {
    for (const Event& event : events.of(kind)) ask(ComingEvent(network, event));
  };
  (each(
       kinds, [&](const ComingEvent& e)
                  __attribute__((always_inline)) { prefetch_named<kinds>(context, e); }),
   ...);
  if (depth == PrefetchDepth::named) return;
  (each(
       kinds, [&](const ComingEvent& e)
                  __attribute__((always_inline)) { prefetch_queued<kinds>(context, routing, e); }),
   ...);
  (each(
       kinds, [&](const ComingEvent& e)
                  __attribute__((always_inline)) { prefetch_next<kinds>(context, routing, e); }),
   ...);
}

/// Prefetches for the events from switch `i` on, for as many switches as fit into one group. Returns the
/// first switch after them.
template <class Context, class Routing>
[[gnu::noinline]] std::uint32_t prefetch_ahead(Context& context, const Routing& routing, PrefetchDepth depth,
                                               const BlockEvents::BySwitch& switches, std::uint32_t i,
                                               std::uint32_t begin) {
  const std::uint32_t most = begin + ComingEvents::capacity;
  std::uint32_t end = begin;
  do {
    end = switches.ends[i++];
  } while (i < switches.count && switches.ends[i] <= most);
  ComingEvents events({switches.events + begin, switches.events + end});
  prefetch_all(context, routing, depth, events, PrefetchedKinds{});
  return i;
}

}  // namespace ebb::inline engine
